package io.argus.regionserver;

import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import io.argus.core.usage.ComponentRegistry;
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

  /** By component that is in place: the setting that switches it off, empty if none does. */
  private final Map<String, Function<Settings, String>> inPlace = new ConcurrentSkipListMap<>();

  ComponentSwitches(LiveSettings live, LocalSwitch localSwitch, ComponentRegistry components) {
    this.live = live;
    this.localSwitch = localSwitch;
    this.components = components;
  }

  /** Shows a component from now on. */
  void add(String component, Function<Settings, String> whyNot) {
    inPlace.put(component, whyNot);
    show(live.get());
  }

  /** Shows a component no more; returns whether it was in place. */
  boolean remove(String component) {
    return inPlace.remove(component) != null;
  }

  void show(Settings now) {
    String by = live.isSwitchedOff() ? ", by " + localSwitch.file() : "";
    inPlace.forEach((component, whyNot) -> show(component, whyNot.apply(now), by));
    show(RegionServerNode.SETTINGS_COMPONENT, String.join("; ", live.problems()), "");
  }

  private void show(String component, String whyNot, String by) {
    if (whyNot.isEmpty()) {
      components.active(component);
    } else {
      components.disabled(component, whyNot + by);
    }
  }
}
