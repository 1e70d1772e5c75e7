package io.argus.regionserver;

import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Reason;
import io.argus.regionserver.plan.LocalSwitch;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/**
 * The components that settings switch on and off while the server runs. Shows each one that is in
 * place as active, or the setting that switches it off.
 *
 * <p>Safe for use by any thread.
 */
final class ComponentSwitches {
  private final LiveSettings live;
  private final LocalSwitch localSwitch;
  private final ComponentRegistry components;

  /** By component that is in place: the setting that switches it off. */
  private final Map<Component, Function<Settings, String>> inPlace = new ConcurrentSkipListMap<>();

  ComponentSwitches(LiveSettings live, LocalSwitch localSwitch, ComponentRegistry components) {
    this.live = live;
    this.localSwitch = localSwitch;
    this.components = components;
  }

  /**
   * Shows a component from now on.
   *
   * @param setting which switches it off, empty if none does
   */
  void add(Component component, Function<Settings, String> setting) {
    inPlace.put(component, setting);
    show(live.get());
  }

  /** Shows a component no more; returns whether it was in place. */
  boolean remove(Component component) {
    return inPlace.remove(component) != null;
  }

  void show(Settings now) {
    String by = live.isSwitchedOff() ? ", by " + localSwitch.file() : "";
    inPlace.forEach(
        (component, setting) -> {
          String off = setting.apply(now);
          components.putUnlessEmpty(component, Reason.SETTING, off.isEmpty() ? "" : off + by);
        });
    components.putUnlessEmpty(
        Component.SETTINGS, Reason.REFUSED_SETTINGS, String.join("; ", live.problems()));
  }
}
