package io.argus.master.regions;

/**
 * A region as the platform shows it: its server, and how many requests it has served since it was
 * opened there.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class RegionCount {
  final String region;
  final String table;
  final String server;
  final long requests;

  /**
   * @param region its encoded name
   * @param table with its namespace, if that is not the default one
   * @param server host, port and start code, as in usage reports
   * @param requests reads and writes since the region was opened
   */
  public RegionCount(String region, String table, String server, long requests) {
    this.region = region;
    this.table = table;
    this.server = server;
    this.requests = requests;
  }

  public String table() {
    return table;
  }

  public String server() {
    return server;
  }

  public String region() {
    return region;
  }

  public long requests() {
    return requests;
  }
}
