package io.argus.cli.control;

import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.output.TextTable;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "settings",
    description = {
      "Shows the live settings: values, where they come from, and servers with other values.",
      "'argus settings log' shows who changed what."
    },
    subcommands = SettingsLogCommand.class)
public final class SettingsCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connect()) {
      SettingsOverrides overrides = live.overrides();
      List<UsageReport> reports = SettingsChange.reports(live);
      TextTable table = new TextTable();
      table.row("setting", "value", "from", "differs on");
      for (Setting<?> setting : Settings.all()) {
        if (setting.isLive()) {
          row(table, setting, live.location().settings(), overrides, reports);
        }
      }
      table.print();
      for (UsageReport report : reports) {
        for (ComponentStatus component : report.components()) {
          if (component.component().equals("settings") && !component.reason().isEmpty()) {
            System.out.println("PROBLEM " + report.server() + ": " + component.reason());
          }
        }
      }
    }
    return 0;
  }

  private static void row(
      TextTable table,
      Setting<?> setting,
      Settings site,
      SettingsOverrides overrides,
      List<UsageReport> reports) {
    String key = setting.key();
    String changed = overrides.values().get(key);
    String value = changed == null ? site.text(key) : changed;
    String from =
        changed != null
            ? "argus set"
            : site.texts().containsKey(key) ? "hbase-site.xml" : "default";
    List<String> different = new ArrayList<>();
    for (UsageReport report : reports) {
      String there = report.setup().settings().getOrDefault(key, setting.defaultText());
      if (!there.equals(value)) {
        different.add(report.server() + " (" + there + ")");
      }
    }
    table.row(key, value.isEmpty() ? "(empty)" : value, from, String.join(" ", different));
  }
}
