package io.argus.cli.control;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "set",
    header = "Changes live settings on every server: all, or none.",
    description = {
      "'argus settings' lists them.",
      "Example: argus set argus.alpha=0.3 argus.credits=auto"
    })
public final class SetCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "1..*",
      paramLabel = "KEY=VALUE",
      description = "A live setting and its new value.")
  private List<String> values = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return change.make(parse(values));
  }

  private static Map<String, @Nullable String> parse(List<String> values) {
    Map<String, @Nullable String> changes = new TreeMap<>();
    for (String each : values) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "'" + each + "' is not KEY=VALUE, such as argus.alpha=0.3 (nothing was changed)");
      }
      String key = each.substring(0, equals).trim();
      if (changes.put(key, each.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(key + " is named twice (nothing was changed)");
      }
    }
    return changes;
  }
}
