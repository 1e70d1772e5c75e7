package io.argus.core.documents;

import io.argus.core.settings.ChangeRequest;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Port to the small named documents through which the servers of a cluster exchange data. Both
 * HBase generations keep them in ZooKeeper nodes.
 *
 * <p>A failure never harms the server that calls a method. Implementations are safe for use by any
 * thread.
 */
public interface ClusterDocuments extends DocumentSource {
  /** The plan that region servers apply; shares of single servers are documents of their own. */
  String PLAN = "plan";

  /** Parent of the shares of single servers that the plan has. */
  String SHARES = "shares";

  /** How the caps of tenants are divided among region servers. */
  String CAPS = "caps";

  /** The plan that an operator pinned. */
  String PIN = "pin";

  /** The {@link PlannerSign}, which the active master writes each round. */
  String ALIVE = "alive";

  /** The state of the cluster, for tools. */
  String STATUS = "status";

  /** The settings that operators changed while the cluster runs. */
  String SETTINGS = "settings";

  /** Parent of what the guard of a region server's own mode stored when it tripped. */
  String GUARD = "guard";

  /** Parent of one usage report per region server, which goes with its server. */
  String USAGE = "usage";

  /**
   * Limit of the length of a node. ZooKeeper drops the connection of a client that sends a longer
   * one, and a master's connection is HBase's own. A longer document is several nodes.
   */
  int MAX_BYTES = 1_000_000;

  /**
   * Refuses a node that is too long to write.
   *
   * @throws IOException if it is longer than {@link #MAX_BYTES}
   */
  static void requireFits(String name, byte[] data) throws IOException {
    if (data.length > MAX_BYTES) {
      throw new IOException(
          name + " has " + data.length + " bytes; must be " + MAX_BYTES + " at most");
    }
  }

  /** The name of the document with a region server's own shares. */
  static String sharesOf(String server) {
    return SHARES + "/" + server;
  }

  /** The name of what the guard of a region server stored, also over its restarts. */
  static String guardOf(String server) {
    return GUARD + "/" + ChangeRequest.hostAndPort(server);
  }

  /** The name of a region server's usage report. */
  static String usageOf(String server) {
    return USAGE + "/" + server;
  }

  /** Reports to the listener the document now and after each change; null while there is none. */
  void watch(String name, Consumer<byte @Nullable []> listener);

  /** Writes a document of at most 16 times {@link #MAX_BYTES}. */
  void write(String name, byte[] data) throws IOException;

  /** Writes such a document that goes with this session. */
  void writeEphemeral(String name, byte[] data) throws IOException;

  /** Does nothing if there is no such document. */
  void delete(String name) throws IOException;
}
