package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.settings.SettingsOverrides;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "log",
    header = "List the last 100 changes of settings, the latest last.",
    description = "Example: argus settings log")
final class SettingsLogCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    SettingsOverrides overrides;
    try (LiveCluster live = cluster.connect()) {
      overrides = live.settings().overrides();
    }
    if (cluster.json()) {
      Map<String, Object> document = new LinkedHashMap<>();
      document.put("version", overrides.version());
      long nowMillis = System.currentTimeMillis();
      document.put("values", overrides.values(nowMillis));
      document.put("temporary", overrides.temporary(nowMillis));
      document.put("servers", overrides.servers(nowMillis));
      document.put("log", overrides.log());
      System.out.println(Output.json(document));
      return 0;
    }
    TextTable table = new TextTable();
    table.row("when", "version", "who", "setting", "old", "new", "until", "why");
    for (SettingsOverrides.Change change : overrides.log()) {
      String after = change.after();
      table.row(
          Output.time(change.millis()),
          "v" + change.version(),
          change.who(),
          change.key() + (change.server().isEmpty() ? "" : " on " + Output.server(change.server())),
          change.before(),
          after != null
              ? after
              : change.server().isEmpty() ? "(as in hbase-site.xml)" : "(as in the cluster)",
          change.untilMillis() == 0 ? "" : Output.time(change.untilMillis()),
          change.reason());
    }
    table.print();
    return 0;
  }
}
