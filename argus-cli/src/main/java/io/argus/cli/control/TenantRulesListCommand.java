package io.argus.cli.control;

import com.google.common.collect.ImmutableMap;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.CallerRules;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    header = "List the rules in their order, and which match nobody.",
    description = "Example: argus tenant rules list")
final class TenantRulesListCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    CallerRules rules;
    List<ServerSetup> servers;
    Map<String, Long> ignored;
    try (LiveCluster live = cluster.connect()) {
      rules = Settings.TENANT_CALLERS.parse(live.settings().text(Settings.TENANT_CALLERS));
      servers = RuleNotes.setups(live);
      ignored = ignored(live);
    }
    Map<String, String> notes = new LinkedHashMap<>();
    for (CallerRules.Rule rule : rules.all()) {
      notes.put(
          rule.toString(),
          RuleNotes.note(
              rule.toString(), rules.hiding(rule).map(CallerRules.Rule::toString), servers));
    }
    if (cluster.json()) {
      List<Map<String, String>> listed = new ArrayList<>();
      notes.forEach((rule, note) -> listed.add(ImmutableMap.of("rule", rule, "note", note)));
      Map<String, Object> document = Output.document();
      document.put("rules", listed);
      document.put("ignoredAttributes", ignored);
      System.out.println(Output.json(document));
    } else if (rules.isEmpty()) {
      System.out.println("no rules: requests count for the tenants that own the tables");
    } else {
      notes.forEach((rule, note) -> Output.line(rule + (note.isEmpty() ? "" : "  (" + note + ")")));
    }
    if (!cluster.json() && !ignored.isEmpty()) {
      Output.line(
          "Requests whose attribute named a tenant that no rule lets it name, since the servers"
              + " started, by the tenant that they count for: "
              + ignored);
    }
    return 0;
  }

  /** Requests with an attribute that did not count, by tenant; empty if not known. */
  private static Map<String, Long> ignored(LiveCluster live) throws InterruptedException {
    Map<String, Long> ignored = new TreeMap<>();
    try {
      for (UsageReport report : live.readReports().readable().values()) {
        for (TenantUsage usage : report.tenants()) {
          long count = usage.totals().get(UsageCounter.IGNORED_ATTRIBUTES);
          if (count > 0) {
            ignored.merge(usage.tenant().name(), count, Long::sum);
          }
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      return Collections.emptyMap();
    }
    return Collections.unmodifiableMap(ignored);
  }
}
