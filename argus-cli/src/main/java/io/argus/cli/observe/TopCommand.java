package io.argus.cli.observe;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "top",
    header = "Show tenants live, the greatest loss first.",
    description = {
      "It looks every two seconds; q ends it. The columns cache and HDFS are reservations. Waits"
          + " are p50/p99 of the worst server. A tenant without a loss is demand-limited. One that"
          + " is capped waits for its cap.",
      "-o wide adds columns and scores.",
      "Bottleneck server: the one that limits the tenant most, and on how many servers it is.",
      "Example: argus top --once -o wide"
    })
final class TopCommand implements Callable<Integer> {
  private static final long REFRESH_MILLIS = 2_000;

  /** Of a screen that is printed once, unless more is asked for. */
  static final int LINES = 50;

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Option(names = "--once", description = "Print the tenants once and end.")
  private boolean once;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connect()) {
      if (once) {
        byte[] document = read(live);
        if (cluster.json()) {
          System.out.println(new String(document, StandardCharsets.UTF_8));
        } else {
          boolean all = cluster.wide();
          lines(document, all ? Integer.MAX_VALUE : LINES, all ? Integer.MAX_VALUE : Output.WIDTH)
              .forEach(System.out::println);
        }
      } else if (cluster.json()) {
        stream(live);
      } else {
        watch(live);
      }
    }
    return 0;
  }

  private static byte[] read(LiveCluster live) throws IOException, InterruptedException {
    return live.require(ClusterDocuments.STATUS);
  }

  private static void stream(LiveCluster live) throws IOException, InterruptedException {
    while (!System.out.checkError()) {
      String document = new String(read(live), StandardCharsets.UTF_8);
      System.out.println(document.replaceAll("\\R\\s*", ""));
      TimeUnit.MILLISECONDS.sleep(REFRESH_MILLIS);
    }
  }

  private void watch(LiveCluster live) throws IOException, InterruptedException {
    try (Terminal terminal = Terminal.open()) {
      do {
        int[] size = terminal.size();
        terminal.draw(lines(read(live), size[0], size[1]));
      } while (!terminal.waitForQuit(REFRESH_MILLIS));
    }
  }

  private List<String> lines(byte[] document, int height, int width) {
    ClusterStatus status = ClusterStatus.read(document);
    TextTable table = new TextTable();
    Screen.rows(status, cluster.wide()).forEach(table::row);
    List<String> head = Screen.head(status, System.currentTimeMillis(), cluster.wide());
    return Screen.fitted(head, table.lines(), height, width);
  }
}
