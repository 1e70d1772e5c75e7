package io.argus.cli.observe;

import io.argus.cli.install.HBaseRelease;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.ServerSetup;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.ServerStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "version",
    header = "Show the versions of Argus here and on servers.",
    description = {
      "A server runs the jar with which it was started: after an upgrade it shows the old version"
          + " until it is restarted. Servers without Argus are not listed; 'argus doctor' names them.",
      "Example: argus version",
      "Example: argus version --hbase-home /opt/hbase --json"
    })
final class VersionCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Option(
      names = "--hbase-home",
      paramLabel = "DIR",
      description = "The HBase installation whose jar is shown. Default: $HBASE_HOME.")
  private @Nullable Path home;

  /** One place and the version of Argus there. */
  private static final class Place {
    final String kind;
    final String name;
    final String version;

    Place(String kind, String name, String version) {
      this.kind = kind;
      this.name = name;
      this.version = version.isEmpty() ? "unknown" : version;
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Place> places = new ArrayList<>();
    places.add(new Place("command", "", ServerSetup.thisVersion()));
    for (Path jar : jars()) {
      places.add(new Place("jar", jar.toString(), HBaseRelease.argusVersion(jar)));
    }
    String failure = null;
    try {
      addServers(ClusterStatus.read(cluster.read(ClusterDocuments.STATUS)), places);
    } catch (IOException e) {
      failure = String.valueOf(e.getMessage());
    }
    print(places);
    if (failure != null) {
      System.err.println("argus: the versions of servers are not known: " + failure);
      return ExitCode.FAILED.code();
    }
    boolean same = places.stream().map(place -> place.version).distinct().count() == 1;
    return (same ? ExitCode.DONE : ExitCode.ATTENTION).code();
  }

  private List<Path> jars() throws IOException {
    if (home != null) {
      return HBaseRelease.argusJars(home);
    }
    String named = System.getenv("HBASE_HOME");
    return named == null || named.isEmpty()
        ? new ArrayList<>()
        : HBaseRelease.argusJars(Paths.get(named));
  }

  private static void addServers(ClusterStatus status, List<Place> places) {
    if (!status.master().server().isEmpty()) {
      String version = status.master().setup().pluginVersion();
      places.add(new Place("master", status.master().server(), version));
    }
    for (ServerStatus server : status.servers()) {
      places.add(new Place("server", server.server(), server.setup().pluginVersion()));
    }
  }

  private void print(List<Place> places) {
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("places", places);
      System.out.println(Output.json(document));
      return;
    }
    // All servers of a version are one line.
    Map<String, TreeSet<String>> servers = new TreeMap<>();
    TextTable table = new TextTable();
    List<String> names = new ArrayList<>();
    for (Place place : places) {
      if (place.kind.equals("server")) {
        servers.computeIfAbsent(place.version, v -> new TreeSet<>()).add(place.name);
      } else {
        table.row(place.kind, place.version);
        names.add(place.kind.equals("master") ? Output.server(place.name) : place.name);
      }
    }
    servers.forEach(
        (version, on) -> {
          table.row(on.size() + (on.size() == 1 ? " server" : " servers"), version);
          names.add(cluster.wide() ? String.join(", ", on) : Output.some(on));
        });
    table.print(names);
  }
}
