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
    name = "unset",
    header = "Take back what 'argus set' changed.",
    description = {
      "The value in hbase-site.xml, or the default, counts again.",
      "Example: argus unset argus.alpha --dry-run"
    })
final class UnsetCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(arity = "1..*", paramLabel = "KEY", description = "A live setting.")
  private List<String> keys = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<String, @Nullable String> changes = new TreeMap<>();
    keys.forEach(key -> changes.put(key, null));
    return change.make(changes);
  }
}
