package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.RunawayRules;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    header = "List the rules, and which match nobody.",
    description = "Example: argus tenant runaway list")
final class TenantRunawayListCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    RunawayRules rules;
    List<ServerSetup> servers;
    try (LiveCluster live = cluster.connect()) {
      rules = Settings.RUNAWAY_RULES.parse(live.settings().text(Settings.RUNAWAY_RULES));
      servers = RuleNotes.setups(live);
    }
    Map<String, String> notes = new LinkedHashMap<>();
    for (RunawayRules.Rule rule : rules.all()) {
      notes.put(rule.toString(), note(rules, rule, servers));
    }
    RuleNotes.print(cluster.json(), "rules", "rule", notes, "no rules: no call is limited");
    return 0;
  }

  /** What is wrong with a rule; empty if nothing is. */
  static String note(RunawayRules rules, RunawayRules.Rule rule, List<ServerSetup> servers) {
    return rules
        .hiding(rule)
        .map(other -> "matches nobody: " + other + " stops requests before")
        .orElseGet(() -> RuleNotes.ofIdle(rule.toString(), servers));
  }
}
