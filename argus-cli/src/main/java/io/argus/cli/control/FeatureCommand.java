package io.argus.cli.control;

import io.argus.core.settings.Settings;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code argus enable FEATURE} and {@code argus disable FEATURE}: short forms of {@code argus set}.
 */
@Command(description = "Switches one feature on (enable) or off (disable) on every server.")
public final class FeatureCommand implements Callable<Integer> {
  /** A feature that can be switched alone. */
  enum Feature {
    cache,
    scheduler
  }

  @Spec private @Nullable CommandSpec spec;

  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(paramLabel = "cache|scheduler", description = "The feature to switch.")
  private Feature feature = Feature.cache;

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean enabled = spec != null && spec.name().equals("enable");
    String key =
        feature == Feature.cache ? Settings.CACHE_ENABLED.key() : Settings.SCHEDULER_ENABLED.key();
    return change.make(Collections.singletonMap(key, Boolean.toString(enabled)));
  }
}
