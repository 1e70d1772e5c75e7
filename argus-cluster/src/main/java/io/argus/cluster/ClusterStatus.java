package io.argus.cluster;

import static io.argus.core.text.Text.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What runs for a state directory, in lines to print. */
public record ClusterStatus(boolean running, List<String> lines) {

  public ClusterStatus {
    lines = List.copyOf(lines);
  }

  public static ClusterStatus of(StateDirectory state) throws IOException {
    List<ServerProcess> running = ServerProcess.running(state);
    List<String> lines = new ArrayList<>();
    ClusterRecord record = state.load();
    if (record == null || running.isEmpty()) {
      lines.add("no cluster runs in " + state.root());
    } else {
      Ports ports = record.ports();
      lines.add(
          "HBase " + record.hbase() + ", plugin " + record.plugin() + ", disk " + record.disk());
      lines.add("conf    " + state.conf());
      lines.add("master  http://localhost:" + ports.masterHttp());
      for (int port : ports.regionServersHttp()) {
        lines.add("region server  http://localhost:" + port);
      }
      lines.add("ZooKeeper  localhost:" + ports.zooKeeper());
    }
    for (ServerProcess process : running) {
      lines.add(format("%8d  %s", process.pid(), process.name()));
    }
    return new ClusterStatus(!running.isEmpty(), lines);
  }
}
