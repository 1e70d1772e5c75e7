package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.CallerRules;
import io.argus.core.tenant.TenantRules;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "set",
    header = "Add rules, or change the tenants of rules.",
    description = {
      "A rule with the same conditions as an existing one replaces it; others go to the end.",
      "With HBase 2.6, 'app=shop|web_*' in the second example makes the value of the attribute 'app' the"
          + " tenant, if it is one of these.",
      "Example: argus tenant rules set user:etl_*=batch 'group:analysts table:sales:*=reports'",
      "Example: argus tenant rules set 'user:gateway attribute:app=shop|web_*'"
    })
final class TenantRulesSetCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "1..*",
      paramLabel = "RULE",
      description =
          "user:NAME=TENANT, group:NAME=TENANT or both conditions, and perhaps"
              + " table:NAMESPACE:TABLE and attribute:NAME; '*' at the end of a name stands for"
              + " any.")
  private List<String> added = Collections.emptyList();

  @Option(names = "--first", description = "Put the rules in front of all others.")
  private boolean first;

  @Override
  public Integer call() throws IOException, InterruptedException {
    CallerRules wanted = Settings.TENANT_CALLERS.parse(String.join(",", added));
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("give a rule such as user:etl=batch");
    }
    requireUsers();
    return change.merge(
        Settings.TENANT_CALLERS,
        text -> {
          CallerRules merged = Settings.TENANT_CALLERS.parse(text).with(wanted, first);
          merged.all().forEach(rule -> warn(merged, rule));
          return merged.toString();
        });
  }

  private void requireUsers() throws IOException, InterruptedException {
    try (LiveCluster live = change.cluster().connect()) {
      RuleNotes.requireHBase2(
          live, "calls of HBase 0.94 carry no user", TenantRules.KEY + " maps tables");
    }
  }

  private static void warn(CallerRules rules, CallerRules.Rule rule) {
    rules
        .hiding(rule)
        .ifPresent(
            earlier ->
                System.err.println(
                    "argus: rule "
                        + rule
                        + " matches nobody: "
                        + earlier
                        + " comes first and takes all of it; --first puts rules in front"));
  }
}
