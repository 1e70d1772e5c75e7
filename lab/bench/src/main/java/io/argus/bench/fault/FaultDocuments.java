package io.argus.bench.fault;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Argus's own nodes in the ZooKeeper of a cluster that has Argus.
 *
 * <p>Called by one thread.
 */
public interface FaultDocuments {
  /** The names of all nodes that hold a document, such as {@code plan}. */
  List<String> names() throws IOException, InterruptedException;

  /** Replaces what a node holds, whatever that is. Makes the node if there is none. */
  void write(String name, byte[] data) throws IOException, InterruptedException;

  void delete(String name) throws IOException, InterruptedException;

  /** Changes settings as {@code argus set} does. */
  void change(Map<String, String> settings) throws IOException, InterruptedException;

  /** Pins these parts of cache and HDFS for each tenant, as {@code argus plan pin} does. */
  void pin(Map<String, Double> shares) throws IOException, InterruptedException;
}
