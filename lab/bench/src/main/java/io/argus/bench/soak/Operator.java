package io.argus.bench.soak;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Whoever gives commands to a cluster with Argus and reads its documents.
 *
 * <p>{@link #run} and {@link #documentBytes} are called by different threads.
 */
public interface Operator {
  /** Runs a command of {@code bin/argus} and returns its exit code. */
  int run(List<String> command) throws IOException;

  /** The sizes of Argus's documents in ZooKeeper that may grow. */
  Map<Quantity, Long> documentBytes() throws IOException;
}
