package io.argus.hbase2.control;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * The service of each region of a user table. HBase lets only administrators call a master's
 * services, so that others ask a region of a table that they see: its server asks the master for
 * them, with the name that HBase has verified. What they may see, the master decides.
 *
 * <p>Each call has a connection of its own, since a connection that failed once refuses the master
 * for a while, and people ask rarely. It holds a handler meanwhile, so that a server works on a few
 * only. Safe for use by any thread.
 */
final class RegionCalls implements Answers {
  /** The calls of all regions of a server. */
  private static final Semaphore AT_ONCE = new Semaphore(2);

  private final HRegionServer server;
  private final Supplier<Optional<User>> caller;

  /**
   * @param caller the user whose call the current thread runs
   */
  RegionCalls(HRegionServer server, Supplier<Optional<User>> caller) {
    this.server = server;
    this.caller = caller;
  }

  @Override
  public Reply answer(String method, String name, byte[] value) throws IOException {
    if (!AT_ONCE.tryAcquire()) {
      throw new DoNotRetryIOException("this server asks the master for others; ask again soon");
    }
    try {
      User user =
          caller.get().orElseThrow(() -> new AccessDeniedException("HBase does not say who asks"));
      String asking = method + " " + user.getShortName();
      try (ControlChannel master =
          new ControlChannel(
              server.getConfiguration(), server.getClusterId(), MasterCalls.TIMEOUT_MILLIS)) {
        NameBytesPair reply =
            master.call(
                MasterCalls.active(server),
                ControlCalls.VIEW,
                asking,
                ByteString.copyFromUtf8(name));
        return new Reply(reply.getName(), reply.getValue().toByteArray());
      }
    } catch (RuntimeException | LinkageError e) {
      throw new DoNotRetryIOException(e.getMessage(), e);
    } finally {
      AT_ONCE.release();
    }
  }
}
