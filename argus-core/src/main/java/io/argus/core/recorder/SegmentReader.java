package io.argus.core.recorder;

import io.argus.core.recorder.RecordFiles.Opened;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads single series of a segment. Every block has a checksum, so that damage is never taken for
 * figures, and costs no other block.
 *
 * <p>Used by one thread.
 */
final class SegmentReader implements Closeable {
  /** The entry of the notes in the index; no series has this name. */
  static final String NOTES = "\u0000notes";

  private final Opened file;
  private final Columns columns;
  private final SortedMap<String, Entry> entries = new TreeMap<>();
  private @Nullable Entry notes;

  private static final class Entry {
    private final long position;
    private final int length;
    private final int checksum;

    Entry(DataInputStream in) throws IOException {
      position = in.readLong();
      length = in.readInt();
      checksum = in.readInt();
    }
  }

  /**
   * Reads the index.
   *
   * @param file closed with this reader, or if that fails
   * @throws DamagedException if it is not as it was written
   */
  SegmentReader(Opened file) throws IOException {
    this.file = file;
    try {
      this.columns = readIndex();
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private Columns readIndex() throws IOException {
    long trailer = file.length() - SegmentWriter.TRAILER_BYTES;
    if (trailer < 0) {
      throw new DamagedException("it has " + file.length() + " bytes");
    }
    byte[] end = new byte[SegmentWriter.TRAILER_BYTES];
    file.read(trailer, end);
    ByteBuffer in = ByteBuffer.wrap(end);
    long position = in.getLong();
    int length = in.getInt();
    int checksum = in.getInt();
    if (in.getLong() != SegmentWriter.MAGIC || position < 0 || position != trailer - length) {
      throw new DamagedException("its end is not that of a segment");
    }
    byte[] index = checked(position, length, checksum, "its index");
    try (DataInputStream parts = new DataInputStream(new ByteArrayInputStream(index))) {
      SortedMap<String, Boolean> names = new TreeMap<>();
      for (int left = parts.readInt(); left > 0; left--) {
        names.put(parts.readUTF(), parts.readBoolean());
      }
      for (int left = parts.readInt(); left > 0; left--) {
        entries.put(parts.readUTF(), new Entry(parts));
      }
      notes = entries.remove(NOTES);
      return new Columns(names);
    }
  }

  private byte[] checked(long position, int length, int checksum, String what) throws IOException {
    if (length < 0 || position + length > file.length()) {
      throw new DamagedException(what + " is cut off");
    }
    byte[] bytes = new byte[length];
    file.read(position, bytes);
    CRC32 found = new CRC32();
    found.update(bytes);
    if ((int) found.getValue() != checksum) {
      throw new DamagedException(what + " is not as it was written");
    }
    return bytes;
  }

  Columns columns() {
    return columns;
  }

  /** The names of its series, in order. */
  Set<String> series() {
    return Collections.unmodifiableSet(entries.keySet());
  }

  /**
   * The points of a series by minute; none if it has none.
   *
   * @param wanted the figures of the points
   * @throws DamagedException if they are not as they were written
   */
  SortedMap<Long, Point> points(String series, Columns wanted) throws IOException {
    Entry entry = entries.get(series);
    if (entry == null) {
      return new TreeMap<>();
    }
    byte[] block = block(entry, "series '" + series + "'");
    return Block.read(block, columns.placesIn(wanted), wanted.count());
  }

  /**
   * What happened, the earliest first.
   *
   * @throws DamagedException if it is not as it was written
   */
  List<Note> notes() throws IOException {
    Entry entry = notes;
    return entry == null ? new ArrayList<>() : Block.readNotes(block(entry, "the list of events"));
  }

  private byte[] block(Entry entry, String what) throws IOException {
    return checked(entry.position, entry.length, entry.checksum, what);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
