package io.argus.cli.observe;

import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.tenant.TableOwner;
import io.argus.master.status.TableOwners;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "tables",
    header = "Show tables, the tenant that owns each, and why.",
    description = {
      "A table's attribute decides, else a rule, else its namespace (0.94: its name).",
      "Example: argus tables shop:orders",
      "Example: argus tables --unmapped"
    })
final class TablesCommand implements Callable<Integer> {
  private static final String DEFAULT_PREFIX = "default:";

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "TABLE",
      description = "namespace:table, 'default' is optional. Default: all tables.")
  private List<String> tables = Collections.emptyList();

  @Option(names = "--unmapped", description = "Shows only tables that no rule or attribute names.")
  private boolean unmapped;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TableOwners owners = TableOwners.read(cluster.read(TableOwners.DOCUMENT));
    TreeSet<String> asked = new TreeSet<>();
    tables.forEach(
        table ->
            asked.add(
                table.startsWith(DEFAULT_PREFIX)
                    ? table.substring(DEFAULT_PREFIX.length())
                    : table));
    List<TableOwner> found =
        owners.tables().stream()
            .filter(table -> asked.isEmpty() || asked.contains(table.table()))
            .filter(table -> !unmapped || !isMapped(table))
            .collect(Collectors.toList());
    print(found);
    if (!unmapped) {
      found.forEach(table -> asked.remove(table.table()));
      asked.forEach(table -> System.err.println("argus: there is no user table " + table));
    }
    if (owners.leftOut() > 0) {
      System.err.println("argus: " + owners.leftOut() + " more tables are not listed");
    }
    return (unmapped || asked.isEmpty() ? ExitCode.DONE : ExitCode.FAILED).code();
  }

  private static boolean isMapped(TableOwner table) {
    return table.by() == TableOwner.By.ATTRIBUTE || table.by() == TableOwner.By.RULE;
  }

  private void print(List<TableOwner> found) {
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("tables", found);
      System.out.println(Output.json(document));
      return;
    }
    TextTable table = new TextTable();
    table.row("table", "tenant");
    List<String> why = new ArrayList<>(Collections.singletonList("why"));
    for (TableOwner owner : found) {
      table.row(owner.table(), owner.tenant());
      why.add(owner.reason());
    }
    table.print(why);
  }
}
