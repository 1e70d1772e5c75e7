package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RequestClasses.Rule;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    header = "List the classes and the rules, and which match nobody.",
    description = "Example: argus tenant class list")
final class TenantClassListCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    RequestClasses classes;
    Caps caps;
    List<ServerSetup> servers;
    try (LiveCluster live = cluster.connect()) {
      classes = Settings.TENANT_CLASSES.parse(live.settings().text(Settings.TENANT_CLASSES));
      caps = Settings.TENANT_CAPS.parse(live.settings().text(Settings.TENANT_CAPS));
      servers = RuleNotes.setups(live);
    }
    RuleNotes.print(
        cluster.json(),
        "classes",
        "entry",
        withCaps(notes(classes, servers), classes, caps),
        "no classes: the requests of a tenant are served in order of arrival");
    return 0;
  }

  /** With the caps of classes, and those of classes that no request is in. */
  static Map<String, String> withCaps(
      Map<String, String> notes, RequestClasses classes, Caps caps) {
    Map<String, String> all = new LinkedHashMap<>(notes);
    caps.byHolder()
        .forEach(
            (holder, cap) -> {
              int slash = holder.indexOf('/');
              if (slash >= 0) {
                TenantId tenant = Caps.tenantOf(holder);
                String name = holder.substring(slash + 1);
                boolean known = classes.names(tenant).contains(name);
                all.merge(
                    entry(classes, tenant, name),
                    "cap: " + cap + (known ? "" : "; no rule puts a request into it"),
                    (note, more) -> note.isEmpty() ? more : more + "; " + note);
              }
            });
    return all;
  }

  private static String entry(RequestClasses classes, TenantId tenant, String name) {
    double weight = classes.weight(tenant, name);
    return tenant
        + ":"
        + name
        + "="
        + BigDecimal.valueOf(weight).stripTrailingZeros().toPlainString();
  }

  /** The weight of each class, then the rules; each with what is wrong with it, if anything. */
  static Map<String, String> notes(RequestClasses classes, List<ServerSetup> servers) {
    Map<String, String> notes = new LinkedHashMap<>();
    for (TenantId tenant : classes.tenants()) {
      for (String name : classes.names(tenant)) {
        boolean unused =
            !name.equals(RequestClasses.DEFAULT)
                && classes.rules().stream()
                    .noneMatch(
                        rule -> rule.tenant().equals(tenant) && rule.requestClass().equals(name));
        notes.put(entry(classes, tenant, name), unused ? "no rule puts a request into it" : "");
      }
    }
    for (Rule rule : classes.rules()) {
      notes.put(
          rule.toString(),
          RuleNotes.note(rule.toString(), classes.hiding(rule).map(Rule::toString), servers));
    }
    return notes;
  }
}
