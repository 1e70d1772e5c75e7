package io.argus.cli.control;

import io.argus.core.settings.Settings;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * {@code argus enable FEATURE} and {@code argus disable FEATURE}: short forms of {@code argus set}.
 */
public abstract class FeatureCommand implements Callable<Integer> {
  /** A feature that can be switched alone. The names are what users type. */
  enum Feature {
    cache,
    scheduler
  }

  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(paramLabel = "cache|scheduler", description = "The feature to switch.")
  private Feature feature = Feature.cache;

  private final boolean enabled;

  FeatureCommand(boolean enabled) {
    this.enabled = enabled;
  }

  /** {@code argus enable}. */
  @Command(name = "enable", header = "Switches one feature on, on every server.")
  public static final class Enable extends FeatureCommand {
    Enable() {
      super(true);
    }
  }

  /** {@code argus disable}. */
  @Command(name = "disable", header = "Switches one feature off, on every server.")
  public static final class Disable extends FeatureCommand {
    Disable() {
      super(false);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String key =
        feature == Feature.cache ? Settings.CACHE_ENABLED.key() : Settings.SCHEDULER_ENABLED.key();
    return change.make(Collections.singletonMap(key, Boolean.toString(enabled)));
  }
}
