package io.argus.cli.doctor;

import io.argus.core.tenant.TableOwner;
import java.util.ArrayList;
import java.util.List;

/** Findings on tables that no rule and no attribute gives to a tenant. Stateless. */
final class TableFindings {
  private TableFindings() {}

  static List<Finding> of(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    evidence
        .owners()
        .ifPresent(
            owners -> {
              unmapped(owners.tables(), findings);
              owners
                  .problems()
                  .forEach(
                      problem ->
                          findings.add(Finding.problem("table-attribute", List.of(), problem)));
            });
    return findings;
  }

  private static void unmapped(List<TableOwner> tables, List<Finding> findings) {
    List<String> nobodys = named(tables, TableOwner.By.NOBODY);
    if (!nobodys.isEmpty()) {
      findings.add(
          Finding.problem(
              "unmapped-table",
              nobodys,
              "in no namespace of a tenant, with no rule and no attribute: they share the"
                  + " reservation of tenant default. Give them the attribute ARGUS_TENANT or a rule"
                  + " in argus.tenant.rules; the rule default:*=default confirms that this is wanted"));
    }
    List<String> ownTenants = named(tables, TableOwner.By.TABLE);
    if (!ownTenants.isEmpty()) {
      findings.add(
          Finding.note(
              "unmapped-table",
              ownTenants,
              "with no rule and no attribute: each is a tenant of its own"));
    }
  }

  private static List<String> named(List<TableOwner> tables, TableOwner.By by) {
    return tables.stream().filter(table -> table.by() == by).map(TableOwner::table).toList();
  }
}
