package io.argus.core.recorder;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.Locale;
import java.util.SortedMap;
import java.util.zip.CRC32;

/**
 * Writes a segment: a block for each series, one of notes, an index of them with a checksum of
 * each, and where the index is. The same content always gives the same bytes.
 *
 * <p>Used by one thread.
 */
final class SegmentWriter implements Closeable {
  static final long MAGIC = 0x4152475553524331L; // ARGUSRC1

  /** Position, length and checksum of the index, and the magic number. */
  static final int TRAILER_BYTES = Long.BYTES + Integer.BYTES + Integer.BYTES + Long.BYTES;

  private final MessageDigest digest;
  private final DataOutputStream out;
  private final Columns columns;
  private final ByteArrayOutputStream entryBytes = new ByteArrayOutputStream();
  private final DataOutputStream entries = new DataOutputStream(entryBytes);
  private long position;
  private int count;

  SegmentWriter(OutputStream file, Columns columns) {
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
    this.out = new DataOutputStream(new DigestOutputStream(file, digest));
    this.columns = columns;
  }

  /**
   * Appends the points of a series, which come in the order of their names.
   *
   * @param series not empty
   * @return the length of what was written, bytes
   */
  int add(String name, SortedMap<Long, Point> series) throws IOException {
    return add(name, Block.write(series, columns));
  }

  private int add(String name, byte[] block) throws IOException {
    CRC32 checksum = new CRC32();
    checksum.update(block);
    out.write(block);
    entries.writeUTF(name);
    entries.writeLong(position);
    entries.writeInt(block.length);
    entries.writeInt((int) checksum.getValue());
    position += block.length;
    count++;
    return block.length;
  }

  /**
   * Ends the segment.
   *
   * @return the digest of all that was written, 16 hexadecimal digits
   */
  String finish(Collection<Note> notes) throws IOException {
    add(SegmentReader.NOTES, Block.write(notes));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream index = new DataOutputStream(bytes);
    index.writeInt(columns.count());
    for (int i = 0; i < columns.count(); i++) {
      index.writeUTF(columns.names().get(i));
      index.writeBoolean(columns.isGreatest(i));
    }
    index.writeInt(count);
    entryBytes.writeTo(index);
    CRC32 checksum = new CRC32();
    checksum.update(bytes.toByteArray());
    bytes.writeTo(out);
    out.writeLong(position);
    out.writeInt(bytes.size());
    out.writeInt((int) checksum.getValue());
    out.writeLong(MAGIC);
    out.flush();
    return String.format(Locale.ROOT, "%016x", ByteBuffer.wrap(digest.digest()).getLong());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
