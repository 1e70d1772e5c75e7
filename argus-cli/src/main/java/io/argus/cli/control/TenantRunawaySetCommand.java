package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "set",
    header = "Add rules, or change the limits of rules.",
    description = {
      "A rule that differs from an existing one in its limit only replaces it. Rules with dry-run"
          + " first: 'argus tenant runaway hits' shows whom they would have moved or stopped.",
      "stop fails gets and scans only; other requests may write, and are cooled down.",
      "Example: argus tenant runaway set 'shop kind:scan rows:100000=cool-down' 'shop kind:scan"
          + " rows:1000000=stop' '* cpu-ms:60000=dry-run'"
    })
final class TenantRunawaySetCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "1..*",
      paramLabel = "RULE",
      description =
          "'TENANT LIMIT:NUMBER=ACTION', also with user:NAME and kind:NAME (get, multi, scan,"
              + " write, other) before the limit; '*' stands for all tenants, and at the end of a"
              + " user for any. LIMIT is rows (also those that a filter rejects), bytes (of blocks,"
              + " from HDFS or the cache), handler-ms or cpu-ms. ACTION is dry-run, cool-down or"
              + " stop.")
  private List<String> added = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    RunawayRules wanted = Settings.RUNAWAY_RULES.parse(String.join(",", added));
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("give a rule such as 'shop rows:1000000=dry-run'");
    }
    RequestClasses classes = requireHBase2();
    return change.merge(
        Settings.RUNAWAY_RULES,
        text -> {
          RunawayRules merged = Settings.RUNAWAY_RULES.parse(text).with(wanted);
          merged.all().forEach(rule -> warn(merged, rule));
          wanted.all().forEach(rule -> warnOfClass(classes, rule));
          return merged.toString();
        });
  }

  /** Returns the classes of tenants. */
  private RequestClasses requireHBase2() throws IOException, InterruptedException {
    try (LiveCluster live = change.cluster().connect()) {
      RuleNotes.requireHBase2(
          live,
          "HBase 0.94 does not say who calls nor which rows a filter rejects",
          "'argus tenant cap' and 'argus tenant class' limit tenants");
      return Settings.TENANT_CLASSES.parse(live.settings().text(Settings.TENANT_CLASSES));
    }
  }

  private static void warn(RunawayRules rules, RunawayRules.Rule rule) {
    String note = TenantRunawayListCommand.note(rules, rule, Collections.emptyList());
    if (!note.isEmpty()) {
      System.err.println("argus: rule " + rule + ": " + note);
    }
  }

  private static void warnOfClass(RequestClasses classes, RunawayRules.Rule rule) {
    TenantId tenant = rule.tenant().orElse(null);
    String cool = RunawayRules.COOL_CLASS;
    if (tenant != null
        && rule.action() != RunawayRules.Action.DRY_RUN
        && !classes.names(tenant).contains(cool)) {
      System.err.printf(
          "argus: tenant %s has no class %s: what is cooled down gets one of weight 1, as much as"
              + " default; 'argus tenant class set %s:%s=0.1' makes it less%n",
          tenant, cool, tenant, cool);
    }
  }
}
