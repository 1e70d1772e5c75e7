package io.argus.cli.control;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.RunawayRules;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    header = "Remove rules.",
    description = "Example: argus tenant runaway remove 'shop kind:scan rows:1000000'")
final class TenantRunawayRemoveCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "1..*",
      paramLabel = "RULE",
      description =
          "A rule as 'argus tenant runaway list' shows it, or TENANT or '*' for all of its rules.")
  private List<String> removed = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return change.merge(
        Settings.RUNAWAY_RULES,
        text -> {
          RunawayRules rules = Settings.RUNAWAY_RULES.parse(text);
          for (String each : removed) {
            rules = rules.without(each);
          }
          return rules.toString();
        });
  }
}
