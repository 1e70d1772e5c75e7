package io.argus.cli.control;

import io.argus.cli.output.Output;
import io.argus.core.settings.ChangeRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Region servers as operators name them. Stateless. */
final class ServerNames {
  private static final int PERCENT = 100;

  private ServerNames() {}

  /**
   * Host and port of the servers that are named.
   *
   * @param names each a host, the first part of one, host:port or a full name
   * @param live host, port and start code of the servers that are up
   * @throws IllegalArgumentException naming a name that fits none of them, or several hosts
   */
  static List<String> named(List<String> names, List<String> live) {
    TreeSet<String> found = new TreeSet<>();
    for (String name : names) {
      List<String> fitting =
          live.stream()
              .filter(server -> fits(name.trim(), server))
              .map(ChangeRequest::hostAndPort)
              .distinct()
              .collect(Collectors.toList());
      if (fitting.isEmpty()) {
        throw new IllegalArgumentException(
            "no region server " + name + " is up: must be one of " + shown(live));
      }
      if (fitting.stream().map(ServerNames::host).distinct().count() > 1) {
        throw new IllegalArgumentException(
            name + " is several region servers: must be one of " + shown(fitting));
      }
      found.addAll(fitting);
    }
    return new ArrayList<>(found);
  }

  private static boolean fits(String name, String server) {
    String host = host(server);
    return name.equals(server)
        || name.equals(ChangeRequest.hostAndPort(server))
        || name.equals(Output.server(server))
        || name.equals(host)
        || name.equals(host.split("\\.", 2)[0]);
  }

  private static String host(String server) {
    return server.split(",", 2)[0];
  }

  private static List<String> shown(List<String> servers) {
    return servers.stream().map(Output::server).sorted().collect(Collectors.toList());
  }

  /**
   * Host and port of a part of the servers: at least one, spread over their names, and for a
   * greater percentage those of a smaller one and more.
   */
  static List<String> percent(int percent, List<String> live) {
    List<String> all =
        live.stream().map(ChangeRequest::hostAndPort).distinct().collect(Collectors.toList());
    if (all.isEmpty()) {
      throw new IllegalArgumentException("no region server is up");
    }
    all.sort(Comparator.comparingInt(ServerNames::mixed).thenComparing(name -> name));
    int count = (all.size() * percent + PERCENT - 1) / PERCENT;
    return new ArrayList<>(new TreeSet<>(all.subList(0, Math.max(1, count))));
  }

  /** Names that differ in their last digit get hash codes in a row; their order says nothing. */
  private static int mixed(String name) {
    int hash = name.hashCode() * 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }
}
