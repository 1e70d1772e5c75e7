package io.argus.master.regions;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * The region server groups of HBase: a table's regions are only on servers of its group. What is in
 * no other group is in the default one.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ServerGroups {
  /** Of a cluster without groups: every server may have every region. */
  public static final ServerGroups NONE =
      new ServerGroups(Collections.emptyMap(), Collections.emptyMap());

  private static final String DEFAULT = "default";

  private final Map<String, String> ofServers;
  private final Map<String, String> ofTables;

  /**
   * @param ofServers names of groups by host and port, {@code host,port}
   * @param ofTables names of groups by table, with its namespace if that is not the default one
   */
  public ServerGroups(Map<String, String> ofServers, Map<String, String> ofTables) {
    this.ofServers = Collections.unmodifiableMap(new HashMap<>(ofServers));
    this.ofTables = Collections.unmodifiableMap(new HashMap<>(ofTables));
  }

  /** Whether there are several. */
  public boolean exist() {
    return !ofServers.isEmpty();
  }

  /**
   * Returns the group of a server.
   *
   * @param server host, port and start code, as in usage reports
   */
  public String ofServer(String server) {
    return ofServers.getOrDefault(
        server.substring(0, Math.max(0, server.lastIndexOf(','))), DEFAULT);
  }

  /** Whether regions of a table may be on a server. */
  public boolean allow(String table, String server) {
    return ofServer(server).equals(ofTables.getOrDefault(table, DEFAULT));
  }
}
