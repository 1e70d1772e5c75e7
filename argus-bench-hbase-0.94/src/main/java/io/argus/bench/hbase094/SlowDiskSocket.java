package io.argus.bench.hbase094;

import io.argus.bench.slowdisk.ReadAhead;
import io.argus.bench.slowdisk.SlowDisk;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * A socket that waits for the emulated disk before it receives from the DataNode. Hadoop 1 opens
 * one for every positioned read and for every part of a sequential read.
 *
 * <p>Its input is read by one thread at a time.
 */
final class SlowDiskSocket extends Socket {
  private final SlowDisk disk;
  private final int dataNodePort;

  SlowDiskSocket(SlowDisk disk, int dataNodePort) {
    this.disk = disk;
    this.dataNodePort = dataNodePort;
  }

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
