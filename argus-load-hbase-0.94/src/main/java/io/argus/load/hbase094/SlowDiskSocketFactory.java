package io.argus.load.hbase094;

import io.argus.load.host.HostSocketFactory;
import io.argus.load.slowdisk.ReadAhead;
import io.argus.load.slowdisk.SlowDisk;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Makes sockets that emulate a slow disk: all data from the DataNode shares a limit in reads per
 * second.
 *
 * <p>It is the HDFS client's socket factory in a region server where the kernel cannot throttle. So
 * the file system class stays free for a plugin. Thread-safe.
 */
final class SlowDiskSocketFactory extends StandardSocketFactory implements Configurable {
  @SuppressWarnings("NullAway") // set by setConf
  private Configuration configuration;

  @SuppressWarnings("NullAway") // set by setConf
  private SlowDisk disk;

  private int dataNodePort;

  @Override
  public void setConf(Configuration given) {
    configuration = given;
    disk = SlowDisk.ofProcess(given::get);
    dataNodePort = NetUtils.createSocketAddr(given.get("dfs.datanode.address")).getPort();
  }

  @Override
  public Configuration getConf() {
    return configuration;
  }

  @Override
  public Socket createSocket() throws IOException {
    Socket socket = new SlowDiskSocket();
    HostSocketFactory.bind(socket);
    return socket;
  }

  /**
   * A socket that waits for the emulated disk before it receives from the DataNode. Hadoop 1 opens
   * one for every positioned read and for every part of a sequential read.
   *
   * <p>Its input is read by one thread at a time.
   */
  private final class SlowDiskSocket extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      InputStream received = super.getInputStream();
      return getPort() == dataNodePort ? new Slow(received) : received;
    }

    /** The data from the DataNode, from the first byte. */
    private final class Slow extends FilterInputStream {
      private final ReadAhead readAhead = new ReadAhead();
      private long position;

      Slow(InputStream received) {
        super(received);
      }

      @Override
      public int read() throws IOException {
        awaitDisk();
        int value = super.read();
        position += value < 0 ? 0 : 1;
        return value;
      }

      @Override
      public int read(byte[] buffer, int offset, int length) throws IOException {
        awaitDisk();
        int count = super.read(buffer, offset, length);
        position += Math.max(0, count);
        return count;
      }

      private void awaitDisk() {
        int reads = readAhead.sequentialReads(position, 1);
        if (reads > 0) {
          disk.read(reads);
        }
      }
    }
  }
}
