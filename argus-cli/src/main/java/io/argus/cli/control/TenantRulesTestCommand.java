package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.CallerRules;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TableOwner;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.master.status.TableOwners;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "test",
    header = "Say which tenant and class a request would be in, and by which rules.",
    description = "Example: argus tenant rules test --user etl_7 --table sales:orders --kind scan")
final class TenantRulesTestCommand implements Callable<Integer> {
  private static final int MAX_LENGTH = 512;

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Option(names = "--user", required = true, paramLabel = "USER", description = "Short name.")
  private String user = "";

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description = "A group of the user; may be repeated. HBase is not asked for them.")
  private List<String> groups = Collections.emptyList();

  @Option(
      names = "--attribute",
      paramLabel = "NAME=VALUE",
      description = "An attribute of the request or of its connection; may be repeated.")
  private Map<String, String> attributes = Collections.emptyMap();

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "With its namespace, unless that is the default one.")
  private @Nullable String table;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "get, multi, scan, write or other: say which class of the tenant it is in.")
  private @Nullable String kind;

  @Option(
      names = "--cost",
      paramLabel = "COST",
      description =
          "What such requests used to need, as in rules: handler-ms:N, cpu-ms:N or block-bytes:N;"
              + " may be repeated.")
  private List<String> costs = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    require("--user", user);
    for (String group : groups) {
      require("--group", group);
    }
    for (String value : attributes.values()) {
      require("--attribute", value);
    }
    String ofKind = kind;
    if (ofKind != null && !RequestClasses.KINDS.contains(ofKind)) {
      throw new IllegalArgumentException(
          "--kind is '"
              + Shortened.of(ofKind)
              + "': must be one of "
              + String.join(", ", RequestClasses.KINDS));
    }
    Map<RunawayRules.Measure, Long> used = RequestClasses.costs(costs);
    String named = table;
    if (named != null) {
      require("--table", named);
    }
    CallerRules rules;
    RequestClasses classes;
    Optional<TableOwner> owner;
    try (LiveCluster live = cluster.connect()) {
      rules = Settings.TENANT_CALLERS.parse(live.settings().text(Settings.TENANT_CALLERS));
      classes = Settings.TENANT_CLASSES.parse(live.settings().text(Settings.TENANT_CLASSES));
      owner = named == null ? Optional.empty() : owner(live, named);
    }
    String fullName =
        named == null || named.indexOf(':') >= 0
            ? named
            : TableDescription.DEFAULT_NAMESPACE + ":" + named;
    boolean isOnSystemTable = named != null && !owner.isPresent();
    Optional<CallerRules.Rule> rule =
        isOnSystemTable ? Optional.empty() : rules.ruleOf(user, () -> groups, attributes, fullName);
    String tenant =
        rule.map(each -> each.tenant(attributes).name())
            .orElse(owner.map(TableOwner::tenant).orElse(""));
    String reason =
        rule.map(each -> "rule " + each)
            .orElse(
                owner
                    .map(each -> "no rule matches, it owns the table: " + each.reason())
                    .orElse(
                        named == null
                            ? "no rule matches: the tenant that owns the table"
                            : "no tenant's table has that name"));
    Optional<RequestClasses.Rule> classRule =
        tenant.isEmpty() || ofKind == null
            ? Optional.empty()
            : classes.rulesOf(TenantId.of(tenant), user, () -> groups, ofKind).stream()
                .filter(each -> holds(each, used))
                .findFirst();
    String requestClass =
        tenant.isEmpty() || ofKind == null
            ? ""
            : classRule.map(RequestClasses.Rule::requestClass).orElse(RequestClasses.DEFAULT);
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("tenant", tenant);
      document.put("rule", rule.map(CallerRules.Rule::toString).orElse(""));
      document.put("reason", reason);
      document.put("class", requestClass);
      document.put("classRule", classRule.map(RequestClasses.Rule::toString).orElse(""));
      System.out.println(Output.json(document));
      return 0;
    }
    Output.line(tenant.isEmpty() ? reason : "tenant " + tenant + ": " + reason);
    if (!requestClass.isEmpty()) {
      Output.line(
          "class "
              + requestClass
              + ": "
              + classRule.map(each -> "rule " + each).orElse("no rule matches"));
    }
    if (!tenant.isEmpty() && classes.divides(TenantId.of(tenant))) {
      printUntried(classes, TenantId.of(tenant));
    }
    if (named == null && rules.all().stream().anyMatch(CallerRules.Rule::hasTable)) {
      System.out.println("Rules on tables were not tried: give --table.");
    }
    boolean namesTenant = attributes.keySet().stream().anyMatch(rules.attributes()::contains);
    if (namesTenant && !rule.filter(CallerRules.Rule::hasAttribute).isPresent()) {
      System.out.println("The attribute would be ignored, and counted: no rule lets it name that.");
    }
    if (attributes.isEmpty() && !rules.attributes().isEmpty()) {
      System.out.println("Rules on attributes were not tried: give --attribute.");
    }
    if (groups.isEmpty() && rules.all().stream().anyMatch(CallerRules.Rule::hasGroup)) {
      System.out.println("Rules on groups were not tried: give --group.");
    }
    return 0;
  }

  private boolean holds(RequestClasses.Rule rule, Map<RunawayRules.Measure, Long> used) {
    String attribute = rule.attribute();
    String value = attribute == null ? null : attributes.get(attribute);
    return rule.allows(value == null ? null : value.getBytes(StandardCharsets.UTF_8))
        && (rule.cost() == null || used.getOrDefault(rule.cost(), 0L) > rule.costLimit());
  }

  private void printUntried(RequestClasses classes, TenantId tenant) {
    boolean dependOnCosts =
        classes.rules().stream()
            .anyMatch(each -> each.tenant().equals(tenant) && each.cost() != null);
    if (kind == null) {
      System.out.println("Rules on classes were not tried: give --kind.");
    } else if (dependOnCosts && costs.isEmpty()) {
      System.out.println("Rules on costs were not tried: give --cost.");
    }
  }

  private static Optional<TableOwner> owner(LiveCluster live, String table)
      throws IOException, InterruptedException {
    String prefix = TableDescription.DEFAULT_NAMESPACE + ":";
    String shown = table.startsWith(prefix) ? table.substring(prefix.length()) : table;
    byte[] owners = live.read(TableOwners.DOCUMENT).orElse(null);
    return owners == null
        ? Optional.empty()
        : TableOwners.read(owners).tables().stream()
            .filter(each -> each.table().equals(shown))
            .findFirst();
  }

  private static void require(String option, String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH || !name.equals(name.trim())) {
      throw new IllegalArgumentException(
          option + " is '" + Shortened.of(name) + "': must be a name of 1 to 512 characters");
    }
  }
}
