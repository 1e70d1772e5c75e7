package io.argus.core.documents;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Port to the small named documents by which the servers of a cluster speak to each other: on both
 * HBase generations, nodes of ZooKeeper.
 *
 * <p>No method harms the server it is called in. Implementations are safe for use by any thread.
 */
public interface ClusterDocuments {
  /** The plan that region servers apply. */
  String PLAN = "plan";

  /** A plan that an operator wants kept. */
  String PIN = "pin";

  /** The state of the cluster, written by the active master as its sign of life. */
  String STATUS = "status";

  /** What operators changed of the settings while the cluster runs. */
  String SETTINGS = "settings";

  /** Below it, one report of each region server, gone with its server. */
  String USAGE = "usage";

  /**
   * How long a document may be. ZooKeeper ends the session of a server that sends a longer one,
   * which is the host's own.
   */
  int MOST_BYTES = 1_000_000;

  /**
   * Makes sure that a document may be written.
   *
   * @throws IOException if it is longer than {@link #MOST_BYTES}
   */
  static void requireFits(String name, byte[] data) throws IOException {
    if (data.length > MOST_BYTES) {
      throw new IOException(
          name + " has " + data.length + " bytes; must be " + MOST_BYTES + " at most");
    }
  }

  /** The name of a region server's usage report. */
  static String usageOf(String server) {
    return USAGE + "/" + server;
  }

  /** Tells the listener the document now, and again after each change; null while there is none. */
  void watch(String name, Consumer<byte @Nullable []> listener);

  /** Returns a document, null if there is none of that name. */
  byte @Nullable [] read(String name) throws IOException;

  /** Writes a document that {@linkplain #requireFits fits}. */
  void write(String name, byte[] data) throws IOException;

  /** Writes a document that {@linkplain #requireFits fits} and goes with this server's session. */
  void writeEphemeral(String name, byte[] data) throws IOException;

  /** Does nothing if there is no such document. */
  void delete(String name) throws IOException;

  /** The names of the documents below that one, without its own. */
  List<String> children(String name) throws IOException;
}
