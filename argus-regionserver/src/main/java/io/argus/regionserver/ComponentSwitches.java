package io.argus.regionserver;

import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Reason;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/**
 * The components that settings switch on and off while the server runs. Shows each one as active,
 * or the setting that switches it off, or that it waits for a restart.
 *
 * <p>Safe for use by any thread.
 */
final class ComponentSwitches {
  private final LiveSettings live;
  private final LocalSwitch localSwitch;
  private final ComponentRegistry components;

  /** When a component works, by its settings. Immutable. */
  private static final class Switch {
    final Function<Settings, String> setting;
    final Reason whenOff;
    final Reason whenOn;
    final String atStart;

    Switch(Function<Settings, String> setting, Reason whenOff, Reason whenOn, String atStart) {
      this.setting = setting;
      this.whenOff = whenOff;
      this.whenOn = whenOn;
      this.atStart = atStart;
    }
  }

  private final Map<Component, Switch> switches = new ConcurrentSkipListMap<>();

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
    add(component, new Switch(setting, Reason.SETTING, Reason.NONE, ""));
  }

  /** Like {@link #add}, for a component that stays in place while a setting switches it off. */
  void addLasting(Component component, Function<Settings, String> setting) {
    add(component, new Switch(setting, Reason.STAYS_UNTIL_RESTART, Reason.NONE, ""));
  }

  /**
   * Shows from now on a component that was not put in place: it waits for a restart while no
   * setting switches it off.
   *
   * @param atStart the setting for which it was not put in place
   */
  void addMissing(Component component, Function<Settings, String> setting, String atStart) {
    add(component, new Switch(setting, Reason.SETTING, Reason.NEEDS_RESTART, atStart));
  }

  private void add(Component component, Switch added) {
    switches.put(component, added);
    show(live.get());
  }

  /** Shows a component no more; returns whether it was shown. */
  boolean remove(Component component) {
    return switches.remove(component) != null;
  }

  /** The mode, as a setting that switches off what only works while enforcing; else empty. */
  static String modeUnlessEnforce(Settings now) {
    Settings.Mode mode = now.get(Settings.MODE);
    return mode == Settings.Mode.ENFORCE
        ? ""
        : Settings.MODE.key() + " is " + mode.name().toLowerCase(Locale.ROOT);
  }

  void show(Settings now) {
    String by = live.isSwitchedOff() ? ", by " + localSwitch.file() : "";
    switches.forEach(
        (component, each) -> {
          String off = each.setting.apply(now);
          if (off.isEmpty()) {
            components.put(component, each.whenOn, each.atStart);
          } else {
            components.put(component, each.whenOff, off + by);
          }
        });
    components.putUnlessEmpty(
        Component.SETTINGS, Reason.REFUSED_SETTINGS, String.join("; ", live.problems()));
  }
}
