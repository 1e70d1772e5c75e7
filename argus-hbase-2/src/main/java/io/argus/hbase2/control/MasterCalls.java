package io.argus.hbase2.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.regionserver.report.MasterEndpoint;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.zookeeper.MasterAddressTracker;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Sends reports of a region server to the active master, as the server's user.
 *
 * <p>Reports are sent by one thread at a time; any thread may close it.
 */
final class MasterCalls implements MasterEndpoint, Closeable {
  static final int TIMEOUT_MILLIS = 5_000;

  private final HRegionServer server;

  @GuardedBy("this")
  private @Nullable ControlChannel channel;

  @GuardedBy("this")
  private boolean closed;

  MasterCalls(HRegionServer server) {
    this.server = server;
  }

  @Override
  public byte[] report(String name, byte[] report) throws IOException {
    return channel()
        .call(active(server), ControlCalls.REPORT, name, ByteString.copyFrom(report))
        .getValue()
        .toByteArray();
  }

  /**
   * The active master, as a region server knows it.
   *
   * @throws IOException if there is none
   */
  static ServerName active(HRegionServer server) throws IOException {
    MasterAddressTracker masters = server.getMasterAddressTracker();
    ServerName active = masters == null ? null : masters.getMasterAddress();
    if (active == null) {
      throw new IOException("no master is active");
    }
    return active;
  }

  private synchronized ControlChannel channel() throws IOException {
    if (closed) {
      throw new IOException("this region server stops");
    }
    ControlChannel current = channel;
    if (current == null) {
      current =
          new ControlChannel(server.getConfiguration(), server.getClusterId(), TIMEOUT_MILLIS);
      channel = current;
    }
    return current;
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (channel != null) {
      channel.close();
    }
  }
}
