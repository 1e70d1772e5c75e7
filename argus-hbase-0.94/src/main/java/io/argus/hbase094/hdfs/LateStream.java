package io.argus.hbase094.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of HDFS that opens a stream only for a reader that reads it sequentially, one stream for
 * each such reader. All other reads are positioned reads.
 *
 * <p>HBase 0.94 reads the blocks of scans with seek and read, through one stream for all readers of
 * a store file. Each jump of a stream wastes what the DataNode has read ahead.
 *
 * <p>Safe for use by several threads. A positioned read holds no lock while HDFS works. A read
 * after a seek locks this stream, as HDFS's own streams do.
 */
final class LateStream extends FSInputStream {
  /** A reader may go back by the header of the next block, which it has read ahead. */
  private static final int HEADER_BYTES = 64;

  /**
   * Limit of readers that are told apart. After as many reads by others a reader loses its stream,
   * because HDFS reads ahead as long as a stream is open.
   */
  private static final int READERS = 32;

  /** Limit of open streams. */
  private static final int STREAMS = 4;

  /** Opens another stream of the file. */
  interface Opener {
    FSDataInputStream open() throws IOException;
  }

  /** A sequential reader, recognized by its positions. */
  private static final class Reader {
    /** Where its last read ended; -1 before the first one. */
    long end = -1;

    /** Bytes it has read sequentially. */
    long bytes;

    /** The number of its last read, see {@link #reads}. */
    long used;

    /** Whether a thread reads for it, which then owns the other fields. */
    boolean busy;

    @Nullable FSDataInputStream stream;

    @Nullable FSDataInputStream takeStream() {
      FSDataInputStream taken = stream;
      stream = null;
      return taken;
    }
  }

  private final FSDataInputStream base;
  private final long lateBytes;
  private final Opener opener;

  /** Where the next read without a position begins; {@code base} may be elsewhere. */
  private long position;

  private final Reader[] readers = new Reader[READERS];
  private long reads;
  private boolean closed;

  /**
   * @param lateBytes sequential bytes after which a reader gets a stream
   */
  LateStream(FSDataInputStream base, long lateBytes, Opener opener) throws IOException {
    this.base = base;
    this.lateBytes = lateBytes;
    this.opener = opener;
    this.position = base.getPos();
    for (int i = 0; i < READERS; i++) {
      readers[i] = new Reader();
    }
  }

  @Override
  public synchronized int read(byte[] buffer, int offset, int length) throws IOException {
    int read =
        position == base.getPos()
            ? base.read(buffer, offset, length)
            : readAt(position, buffer, offset, length, true);
    position += Math.max(0, read);
    return read;
  }

  @Override
  public int read(long at, byte[] buffer, int offset, int length) throws IOException {
    return readAt(at, buffer, offset, length, false);
  }

  @Override
  public void readFully(long at, byte[] buffer, int offset, int length) throws IOException {
    base.readFully(at, buffer, offset, length);
  }

  /**
   * Reads {@code length} bytes, or up to the end of the file.
   *
   * @param begins whether a new sequential reader may begin here
   */
  private int readAt(long at, byte[] buffer, int offset, int length, boolean begins)
      throws IOException {
    Reader reader = readerAt(at, begins);
    if (reader == null) {
      return base.read(at, buffer, offset, length);
    }
    int read = 0;
    try {
      read =
          reader.bytes >= lateBytes
              ? streamed(reader, at, buffer, offset, length)
              : base.read(at, buffer, offset, length);
      return read;
    } finally {
      release(reader, at, read);
    }
  }

  /** Reads from the reader's own stream. If that fails, drops the stream and reads without it. */
  private int streamed(Reader reader, long at, byte[] buffer, int offset, int length)
      throws IOException {
    try {
      FSDataInputStream stream = streamOf(reader);
      if (stream.getPos() != at) {
        stream.seek(at);
      }
      int read = 0;
      while (read < length) {
        int more = stream.read(buffer, offset + read, length - read);
        if (more < 0) {
          return read == 0 ? more : read;
        }
        read += more;
      }
      return read;
    } catch (IOException | RuntimeException e) {
      close(reader.takeStream());
      reader.bytes = 0;
      return base.read(at, buffer, offset, length);
    }
  }

  private FSDataInputStream streamOf(Reader reader) throws IOException {
    FSDataInputStream stream = reader.stream;
    if (stream == null) {
      close(tooMany());
      stream = opener.open();
      reader.stream = stream;
    }
    return stream;
  }

  /** Returns the reader that continues there, or a new one, marked as busy; null without one. */
  private @Nullable Reader readerAt(long at, boolean begins) {
    Reader reader;
    FSDataInputStream left = null;
    synchronized (readers) {
      reader = continuingAt(at);
      if (reader == null && begins) {
        reader = longestUnused(false);
        if (reader != null) {
          left = reader.takeStream();
          reader.bytes = 0;
        }
      }
      if (reader != null) {
        reader.busy = true;
      }
      Reader gone = longestUnused(true);
      if (left == null && gone != null && reads - gone.used > READERS) {
        left = gone.takeStream();
      }
    }
    close(left);
    return reader;
  }

  private @Nullable Reader continuingAt(long at) {
    for (Reader each : readers) {
      if (!each.busy && at <= each.end && at >= each.end - HEADER_BYTES) {
        return each;
      }
    }
    return null;
  }

  private void release(Reader reader, long at, int read) {
    FSDataInputStream left = null;
    synchronized (readers) {
      if (read > 0) {
        reader.end = at + read;
        reader.bytes += read;
      }
      reader.used = ++reads;
      reader.busy = false;
      if (closed) {
        left = reader.takeStream();
      }
    }
    close(left);
  }

  /** Returns a stream to close before another one is opened, or null. */
  private @Nullable FSDataInputStream tooMany() {
    synchronized (readers) {
      int open = 0;
      for (Reader each : readers) {
        open += each.stream == null ? 0 : 1;
      }
      Reader reader = open < STREAMS ? null : longestUnused(true);
      if (reader == null) {
        return null;
      }
      reader.bytes = 0;
      return reader.takeStream();
    }
  }

  private @Nullable Reader longestUnused(boolean withStream) {
    Reader found = null;
    for (Reader each : readers) {
      if (!each.busy
          && (each.stream != null || !withStream)
          && (found == null || each.used < found.used)) {
        found = each;
      }
    }
    return found;
  }

  private static void close(@Nullable FSDataInputStream stream) {
    if (stream != null) {
      try {
        stream.close();
      } catch (IOException e) {
        // It was only read.
      }
    }
  }

  /** Returns the base stream, at the position of the next read. */
  private FSDataInputStream moved() throws IOException {
    if (base.getPos() != position) {
      base.seek(position);
    }
    return base;
  }

  @Override
  public synchronized int read() throws IOException {
    int read = moved().read();
    position = base.getPos();
    return read;
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
    position = base.getPos();
    return skipped;
  }

  @Override
  public synchronized int available() throws IOException {
    return moved().available();
  }

  @Override
  public void close() throws IOException {
    synchronized (readers) {
      closed = true;
      for (Reader each : readers) {
        if (!each.busy) {
          close(each.takeStream());
        }
      }
    }
    base.close();
  }
}
