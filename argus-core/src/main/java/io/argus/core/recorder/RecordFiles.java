package io.argus.core.recorder;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;

/**
 * Port to the one directory that holds the segments, on HDFS or on a local disk.
 *
 * <p>Implementations are safe for use by any thread. Every method may take seconds.
 */
public interface RecordFiles {
  /** A file that is open for reading. Used by one thread. */
  interface Opened extends Closeable {
    /** Length in bytes. */
    long length();

    /**
     * Fills an array with the bytes from a position on.
     *
     * @throws java.io.EOFException if the file ends before
     */
    void read(long position, byte[] into) throws IOException;
  }

  /** A directory of this machine, such as a copy of one on HDFS. */
  static RecordFiles directory(Path directory) {
    return new LocalFiles(directory);
  }

  /** Where the files are, for messages. */
  String location();

  /** The length of each file by its name; empty if there is no directory yet. */
  Map<String, Long> list() throws IOException;

  /**
   * Creates a file, and the directory if there is none. The file is complete once the stream is
   * closed.
   *
   * @throws IOException if the file exists
   */
  OutputStream create(String name) throws IOException;

  /**
   * Gives a file another name, in one step for all readers.
   *
   * @return whether it did; false, without any change, if a file of the new name exists
   */
  boolean rename(String from, String to) throws IOException;

  /** Deletes a file, if there is one. */
  void delete(String name) throws IOException;

  /**
   * Opens a file.
   *
   * @throws IOException if there is none
   */
  Opened open(String name) throws IOException;
}
