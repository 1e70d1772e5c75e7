package io.argus.load.hbase2;

import io.argus.load.slowdisk.ReadAhead;
import io.argus.load.slowdisk.SlowDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A stream that waits for the emulated disk before it reads.
 *
 * <p>Positioned reads are thread-safe. Other reads need one thread at a time, as in HDFS.
 */
final class SlowDiskInputStream extends FSInputStream implements ByteBufferReadable {
  private final FSDataInputStream stream;
  private final SlowDisk disk;
  private final ReadAhead readAhead = new ReadAhead();

  SlowDiskInputStream(FSDataInputStream stream, SlowDisk disk) {
    this.stream = stream;
    this.disk = disk;
  }

  @Override
  public int read(long position, byte[] buffer, int offset, int length) throws IOException {
    disk.read(ReadAhead.diskReads(length));
    return stream.read(position, buffer, offset, length);
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    disk.read(ReadAhead.diskReads(length));
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
    int reads = readAhead.sequentialReads(stream.getPos(), bytes);
    if (reads > 0) {
      disk.read(reads);
    }
  }
}
