package io.argus.hbase094.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;

/**
 * A stream from HDFS that counts the bytes that each thread reads.
 *
 * <p>As safe for use by several threads as the wrapped stream.
 */
final class CountedInputStream extends FSInputStream {
  private final FSDataInputStream stream;

  CountedInputStream(FSDataInputStream stream) {
    this.stream = stream;
  }

  private static int counted(int bytes) {
    ThreadHdfsBytes.add(bytes);
    return bytes;
  }

  @Override
  public int read() throws IOException {
    int read = stream.read();
    counted(read < 0 ? 0 : 1);
    return read;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    return counted(stream.read(buffer, offset, length));
  }

  @Override
  public int read(long position, byte[] buffer, int offset, int length) throws IOException {
    return counted(stream.read(position, buffer, offset, length));
  }

  @Override
  public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
    stream.readFully(position, buffer, offset, length);
    counted(length);
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
  public long skip(long bytes) throws IOException {
    return stream.skip(bytes);
  }

  @Override
  public int available() throws IOException {
    return stream.available();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
