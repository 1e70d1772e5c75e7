package io.argus.cli.control;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.CallerRules;
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
    description = "Example: argus tenant rules remove user:etl")
final class TenantRulesRemoveCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "1..*",
      paramLabel = "RULE",
      description = "The conditions of a rule, such as user:etl; its tenant may follow.")
  private List<String> removed = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return change.merge(
        Settings.TENANT_CALLERS,
        text -> {
          CallerRules rules = Settings.TENANT_CALLERS.parse(text);
          for (String each : removed) {
            rules = rules.without(each);
          }
          return rules.toString();
        });
  }
}
