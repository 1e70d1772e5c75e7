package io.argus.bench.slowdisk;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A stream that asks for disk reads before it reads.
 *
 * <p>Positioned reads are thread-safe, others need one thread at a time, as HDFS's own.
 */
public class SlowDiskInputStream extends FSInputStream {
  private final FSDataInputStream stream;
  private final SlowDisk disk;
  private final ReadAhead readAhead = new ReadAhead();

  public SlowDiskInputStream(FSDataInputStream stream, SlowDisk disk) {
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

  /** The stream below. */
  protected final FSDataInputStream stream() {
    return stream;
  }

  /** Waits for the disk before that many bytes are read where the stream stands. */
  protected final void readAhead(int bytes) throws IOException {
    int reads = readAhead.sequentialReads(stream.getPos(), bytes);
    if (reads > 0) {
      disk.read(reads);
    }
  }
}
