package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import java.util.ArrayList;
import java.util.List;

/**
 * A tenant before or after a region server was killed.
 *
 * @param phase which part of the time
 * @param perSecond its steady throughput
 * @param server on which it gets the most of its share, from 0; -1 if it has none
 * @param guaranteed its share of HDFS there, 0..1
 * @param served its part of what this server moved in the last third of the time, 0..1
 * @param leastOfShare the least served / guaranteed in six seconds
 * @param waits whether it has regions on the killed server that nobody serves
 */
record TenantAround(
    String tenant,
    String phase,
    double perSecond,
    int server,
    double guaranteed,
    double served,
    double leastOfShare,
    boolean waits) {

  /** Lines to print. */
  static List<String> table(List<TenantAround> tenants) {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "%-8s %-10s %10s %7s %12s %8s %14s %18s",
            "tenant",
            "when",
            "ops/s",
            "on",
            "guaranteed",
            "served",
            "of its share",
            "least in 6 s"));
    for (TenantAround each : tenants) {
      lines.add(
          format(
              "%-8s %-10s %,10.0f %7s %12.2f %8.2f %14.2f %18.2f%s",
              each.tenant(),
              each.phase(),
              each.perSecond(),
              each.server() < 0 ? "" : "rs" + each.server(),
              each.guaranteed(),
              each.served(),
              new ServerTimelines.Part(each.server(), each.served(), each.guaranteed()).ofShare(),
              each.leastOfShare(),
              each.waits() ? "  waits for its regions on the killed server" : ""));
    }
    lines.add(
        "guaranteed, served: of the HDFS bytes of the server on which the tenant gets the most of its"
            + " share, in the last third of the time");
    return lines;
  }
}
