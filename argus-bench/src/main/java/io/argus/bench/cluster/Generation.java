package io.argus.bench.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * All that starting a cluster must know of one generation of HBase and the Hadoop below it.
 *
 * <p>Implementations are immutable.
 */
interface Generation {

  /** Flags that every JVM of a cluster or its clients gets. */
  List<String> jvmFlags(StateDirectory state);

  /** The words after the flags that run a main class in a JVM. */
  List<String> command(String mainClass);

  /** {@code core-site.xml} beyond what all generations share. */
  Map<String, String> coreSite();

  /** {@code hdfs-site.xml}: everything on loopback, one copy of every block. */
  Map<String, String> hdfsSite(StateDirectory state, Ports ports, Path dataNodeDirectory);

  /** {@code hbase-site.xml} beyond what all generations share. */
  Map<String, String> hbaseSite();

  /** Writes what else belongs into the configuration directory. */
  void writeFiles(StateDirectory state) throws IOException;

  /** Whether the NameNode with that web page has a DataNode; false while unknown. */
  boolean dataNodeRegistered(int nameNodeHttp);

  /** Whether the master is initialised and sees that many region servers; false while unknown. */
  boolean masterReady(int masterHttp, int regionServers);
}
