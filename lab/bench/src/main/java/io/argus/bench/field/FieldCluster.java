package io.argus.bench.field;

import java.time.Duration;
import java.util.Map;

/** The cluster that a row needs. */
public enum FieldCluster {
  /** One region server on a disk whose reads are limited. */
  USUAL,

  /** Three of them, with a DataNode each. The tables are on the first. */
  THREE_SERVERS,

  /** One region server on a disk whose writes are limited, too. */
  SLOW_WRITES,

  /** The same, with memstores that soon are full. */
  SMALL_MEMSTORES,

  /** One region server on the machine's own disk. */
  FAST_DISK,

  /** One region server with Phoenix, on a disk whose reads are limited. */
  PHOENIX;

  private static final int ON_THREE_SERVERS = 3;
  private static final Duration START = Duration.ofSeconds(75);

  /** Rows of Phoenix are written, and their index doubles them. */
  private static final int FEWER_ROWS = 3;

  /** What Phoenix's documentation asks for, and as a delegate, where Argus schedules. */
  private static final Map<String, String> PHOENIX_SITE =
      Map.of(
          "hbase.region.server.rpc.scheduler.factory.class",
          "org.apache.hadoop.hbase.ipc.PhoenixRpcSchedulerFactory",
          "argus.scheduler.delegate",
          "org.apache.hadoop.hbase.ipc.PhoenixRpcSchedulerFactory",
          "hbase.rpc.controllerfactory.class",
          "org.apache.hadoop.hbase.ipc.controller.ServerRpcControllerFactory",
          "hbase.regionserver.wal.codec",
          "org.apache.hadoop.hbase.regionserver.wal.IndexedWALEditCodec",
          "phoenix.schema.isNamespaceMappingEnabled",
          "true");

  private static final Map<String, String> MEMSTORE_SITE =
      Map.of("hbase.regionserver.global.memstore.size", "0.1");

  /** Number of region servers. */
  public int servers() {
    return this == THREE_SERVERS ? ON_THREE_SERVERS : 1;
  }

  /**
   * Rows of each table.
   *
   * @param chosen for the usual cluster
   */
  public long rows(long chosen) {
    return this == PHOENIX ? chosen / FEWER_ROWS : chosen;
  }

  /** Further hbase-site properties of all systems; those of a system win. */
  Map<String, String> site() {
    return switch (this) {
      case PHOENIX -> PHOENIX_SITE;
      case SMALL_MEMSTORES -> MEMSTORE_SITE;
      default -> Map.of();
    };
  }

  /** How long it takes to start it and to load the tables, about. */
  Duration start() {
    return this == PHOENIX ? START.multipliedBy(2) : START;
  }
}
