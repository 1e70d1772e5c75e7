package io.argus.cli.doctor;

import io.argus.core.tenant.TableOwner;
import io.argus.master.status.TableOwners;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Findings on tables that no rule and no attribute gives to a tenant. Stateless. */
final class TableFindings {
  private TableFindings() {}

  static void add(Evidence evidence, Findings findings) {
    evidence.owners().ifPresent(owners -> add(owners, findings));
  }

  private static void add(TableOwners owners, Findings findings) {
    List<String> nobodys = named(owners.tables(), TableOwner.By.NOBODY);
    if (!nobodys.isEmpty()) {
      findings.problem(
          "unmapped-table",
          nobodys,
          "in no namespace of a tenant, with no rule and no attribute: they share the"
              + " reservation of tenant default. Give them the attribute ARGUS_TENANT or a rule"
              + " in argus.tenant.rules; the rule default:*=default confirms that this is wanted");
    }
    List<String> ownTenants = named(owners.tables(), TableOwner.By.TABLE);
    if (!ownTenants.isEmpty()) {
      findings.note(
          "unmapped-table",
          ownTenants,
          "with no rule and no attribute: each is a tenant of its own");
    }
    owners
        .problems()
        .forEach(each -> findings.problem("table-attribute", Collections.emptyList(), each));
  }

  private static List<String> named(List<TableOwner> tables, TableOwner.By by) {
    return tables.stream()
        .filter(table -> table.by() == by)
        .map(TableOwner::table)
        .collect(Collectors.toList());
  }
}
