package io.argus.bench.hbase2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A stream that asks for disk reads before it reads: one for each 128 KB begun, as a disk with
 * readahead serves them.
 *
 * <p>Positioned reads are thread-safe, others need one thread at a time, as HDFS's own.
 */
final class SlowDiskInputStream extends FSInputStream implements ByteBufferReadable {
  private static final int BYTES_PER_READ = 128 << 10;

  private final FSDataInputStream stream;
  private final IntConsumer disk;

  /** What sequential reads have asked the disk for already. */
  private long aheadStart;

  private long aheadEnd;

  SlowDiskInputStream(FSDataInputStream stream, IntConsumer disk) {
    this.stream = stream;
    this.disk = disk;
  }

  /** Disk reads that so many bytes take. */
  static int diskReads(int bytes) {
    return Math.max(1, (bytes + BYTES_PER_READ - 1) / BYTES_PER_READ);
  }

  @Override
  public int read(long position, byte[] buffer, int offset, int length) throws IOException {
    disk.accept(diskReads(length));
    return stream.read(position, buffer, offset, length);
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    disk.accept(diskReads(length));
    stream.readFully(position, buffer, offset, length);
  }

  @Override
  public void readFully(long position, byte[] buffer) throws IOException {
    readFully(position, buffer, 0, buffer.length);
  }

  @Override
  public int read() throws IOException {
    readAhead(1);
    return stream.read();
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    readAhead(length);
    return stream.read(buffer, offset, length);
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    readAhead(buffer.remaining());
    return stream.read(buffer);
  }

  @Override
  public void seek(long position) throws IOException {
    stream.seek(position);
  }

  @Override
  public long getPos() throws IOException {
    return stream.getPos();
  }

  @Override
  public boolean seekToNewSource(long position) throws IOException {
    return stream.seekToNewSource(position);
  }

  @Override
  public int available() throws IOException {
    return stream.available();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  private void readAhead(int bytes) throws IOException {
    long from = stream.getPos();
    if (from >= aheadStart && from + bytes <= aheadEnd) {
      return;
    }
    int reads = diskReads(bytes);
    disk.accept(reads);
    aheadStart = from;
    aheadEnd = from + (long) reads * BYTES_PER_READ;
  }
}
