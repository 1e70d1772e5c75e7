package io.argus.hbase094;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A file of HDFS that is read as a stream only where reads follow one another: what is read after a
 * seek is read at its position, until so many bytes in a row were.
 *
 * <p>A stream that jumps makes the DataNode read ahead for nothing. HBase 0.94 reads the blocks of
 * scans with seek and read from one stream for all readers of a store file; on a disk that is the
 * bottleneck most of what such scans read is thrown away.
 *
 * <p>As safe for use by several threads as the stream within.
 */
final class LateStream extends FSInputStream {
  /** A reader may come back by the header of the next block, which it has read ahead. */
  private static final int HEADER_BYTES = 64;

  private final FSDataInputStream stream;
  private final long lateBytes;

  /** Where the next read is; the stream within may be elsewhere. */
  private long position;

  /** Where the last reads in a row ended, and how many bytes they were. */
  private long rowEnd;

  private long rowBytes;

  /**
   * Makes a stream within late.
   *
   * @param lateBytes how many bytes in a row are read at their positions before the stream is moved
   */
  LateStream(FSDataInputStream stream, long lateBytes) throws IOException {
    this.stream = stream;
    this.lateBytes = lateBytes;
    this.position = stream.getPos();
  }

  @Override
  public synchronized int read(byte[] buffer, int offset, int length) throws IOException {
    if (position > rowEnd || position < rowEnd - HEADER_BYTES) {
      rowBytes = 0;
    }
    int read =
        position == stream.getPos() || rowBytes >= lateBytes
            ? moved().read(buffer, offset, length)
            : stream.read(position, buffer, offset, length);
    if (read > 0) {
      position += read;
      rowBytes += read;
    }
    rowEnd = position;
    return read;
  }

  @Override
  public synchronized int read() throws IOException {
    int read = moved().read();
    position = stream.getPos();
    return read;
  }

  /** The stream within, where the next read is. */
  private FSDataInputStream moved() throws IOException {
    if (stream.getPos() != position) {
      stream.seek(position);
    }
    return stream;
  }

  @Override
  public int read(long at, byte[] buffer, int offset, int length) throws IOException {
    return stream.read(at, buffer, offset, length);
  }

  @Override
  public void readFully(long at, byte[] buffer, int offset, int length) throws IOException {
    stream.readFully(at, buffer, offset, length);
  }

  @Override
  public synchronized void seek(long to) throws IOException {
    position = to;
  }

  @Override
  public synchronized long getPos() throws IOException {
    return position;
  }

  @Override
  public synchronized boolean seekToNewSource(long to) throws IOException {
    return moved().seekToNewSource(to);
  }

  @Override
  public synchronized long skip(long bytes) throws IOException {
    long skipped = moved().skip(bytes);
    position = stream.getPos();
    return skipped;
  }

  @Override
  public synchronized int available() throws IOException {
    return moved().available();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
