package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "settings",
    header = "Show the live settings, and who changed them.",
    description = {
      "It shows values, where they come from, and servers with other values.",
      "Example: argus settings"
    },
    subcommands = SettingsLogCommand.class)
final class SettingsCommand implements Callable<Integer> {
  private static final int MAX_DIFFERENT = 3;

  @Mixin private ReadOptions cluster = new ReadOptions();

  /** A live setting, and the servers where it has another value. */
  static final class Row {
    private final String key;
    private final String value;
    private final String from;
    private final long untilMillis;
    private final SortedMap<String, String> differsOn = new TreeMap<>();

    Row(
        Setting<?> setting,
        Settings site,
        SettingsOverrides overrides,
        Collection<UsageReport> reports) {
      key = setting.key();
      long nowMillis = System.currentTimeMillis();
      String changed = overrides.values(nowMillis).get(key);
      SettingsOverrides.Temporary ends = overrides.temporary(nowMillis).get(key);
      untilMillis = ends == null ? 0 : ends.untilMillis();
      value = changed == null ? site.text(key) : changed;
      from =
          changed != null
              ? "argus set"
              : site.texts().containsKey(key) ? "hbase-site.xml" : "default";
      for (UsageReport report : reports) {
        String there = report.setup().settings().getOrDefault(key, setting.defaultText());
        if (!there.equals(value)) {
          differsOn.put(report.server(), there);
        }
      }
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    LiveCluster.ReadReports reports;
    List<Row> rows = new ArrayList<>();
    try (LiveCluster live = cluster.connect()) {
      SettingsOverrides overrides = live.settings().overrides();
      Settings site = live.settings().site();
      reports = live.readReports();
      for (Setting<?> setting : Settings.all()) {
        if (setting.isLive()) {
          rows.add(new Row(setting, site, overrides, reports.readable().values()));
        }
      }
    }
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("settings", rows);
      document.put("problems", problems(reports));
      System.out.println(Output.json(document));
    } else {
      print(rows);
      problems(reports).forEach(problem -> Output.line("PROBLEM " + problem));
    }
    return 0;
  }

  private static void print(List<Row> rows) {
    TextTable table = new TextTable();
    table.row("setting", "value", "from", "differs on");
    for (Row row : rows) {
      String from =
          row.from + (row.untilMillis == 0 ? "" : " until " + Output.time(row.untilMillis));
      table.row(row.key, row.value.isEmpty() ? "(empty)" : row.value, from, differs(row));
    }
    table.print();
  }

  /** The first of the servers with another value; of many, the number of the others. */
  private static String differs(Row row) {
    String first =
        row.differsOn.entrySet().stream()
            .limit(MAX_DIFFERENT)
            .map(each -> each.getKey() + " (" + each.getValue() + ")")
            .collect(Collectors.joining(" "));
    int others = row.differsOn.size() - MAX_DIFFERENT;
    return others > 0 ? first + " " + Output.more(others, "servers") : first;
  }

  /** Settings that a server cannot use. */
  private static List<String> problems(LiveCluster.ReadReports reports) {
    List<String> problems = new ArrayList<>();
    reports.unreadable().forEach((server, why) -> problems.add(server + ": " + why));
    for (UsageReport report : reports.readable().values()) {
      for (ComponentStatus component : report.components()) {
        if (component.is(Component.SETTINGS) && !component.reason().isEmpty()) {
          problems.add(report.server() + ": " + component.reason());
        }
      }
    }
    return problems;
  }
}
