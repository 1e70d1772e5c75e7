package io.argus.core.recorder;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * The bytes of the points of one series, or of notes. Figures are stored column by column, each as
 * its difference to the one before, byte by byte of all: so most bytes are 0 and deflate well.
 * Stateless.
 */
final class Block {
  /** Bytes of a rounded figure; the last one is always 0. */
  private static final int FIGURE_BYTES = 3;

  private static final int MAX_POINTS = 1 << 20;

  private Block() {}

  static byte[] write(SortedMap<Long, Point> series, Columns columns) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = deflated(bytes)) {
      out.writeInt(series.size());
      out.writeLong(series.firstKey());
      for (long minute : series.keySet()) {
        out.writeInt((int) (minute - series.firstKey()));
      }
      for (Point point : series.values()) {
        out.writeInt(point.weight);
      }
      for (int column = 0; column < columns.count(); column++) {
        writeColumn(series.values(), column, out);
      }
    }
    return bytes.toByteArray();
  }

  private static void writeColumn(Collection<Point> points, int column, DataOutputStream out)
      throws IOException {
    boolean empty = points.stream().allMatch(point -> Float.isNaN(point.figures[column]));
    out.writeBoolean(!empty);
    if (empty) {
      return;
    }
    byte[] planes = new byte[FIGURE_BYTES * points.size()];
    int before = 0;
    int i = 0;
    for (Point point : points) {
      int bits = Float.floatToIntBits(Point.rounded(point.figures[column]));
      int change = bits ^ before;
      before = bits;
      for (int plane = 0; plane < FIGURE_BYTES; plane++) {
        planes[plane * points.size() + i] = (byte) (change >>> (Integer.SIZE - 8 * (plane + 1)));
      }
      i++;
    }
    out.write(planes);
  }

  /**
   * @param places where each column of the block is among those that are wanted, or -1
   * @param width how many are wanted
   */
  static SortedMap<Long, Point> read(byte[] block, int[] places, int width) throws IOException {
    try (DataInputStream in = inflated(block)) {
      int count = in.readInt();
      if (count < 0 || count > MAX_POINTS) {
        throw new DamagedException("a block has " + count + " points");
      }
      long first = in.readLong();
      long[] minutes = new long[count];
      for (int i = 0; i < count; i++) {
        minutes[i] = first + in.readInt();
      }
      SortedMap<Long, Point> series = new TreeMap<>();
      for (long minute : minutes) {
        float[] figures = new float[width];
        Arrays.fill(figures, Float.NaN);
        series.put(minute, new Point(in.readInt(), figures));
      }
      for (int place : places) {
        readColumn(in, series, place);
      }
      return series;
    }
  }

  private static void readColumn(DataInputStream in, Map<Long, Point> series, int place)
      throws IOException {
    if (!in.readBoolean()) {
      return;
    }
    byte[] planes = new byte[FIGURE_BYTES * series.size()];
    in.readFully(planes);
    int bits = 0;
    int i = 0;
    for (Point point : series.values()) {
      int change = 0;
      for (int plane = 0; plane < FIGURE_BYTES; plane++) {
        change = (change << 8) | (planes[plane * series.size() + i] & 0xFF);
      }
      bits ^= change << 8;
      if (place >= 0) {
        point.figures[place] = Float.intBitsToFloat(bits);
      }
      i++;
    }
  }

  static byte[] write(Collection<Note> notes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = deflated(bytes)) {
      out.writeInt(notes.size());
      for (Note note : notes) {
        out.writeLong(note.millis);
        writeText(note.kind, out);
        writeText(note.text, out);
        writeText(note.document, out);
      }
    }
    return bytes.toByteArray();
  }

  static List<Note> readNotes(byte[] block) throws IOException {
    List<Note> notes = new ArrayList<>();
    try (DataInputStream in = inflated(block)) {
      for (int left = in.readInt(); left > 0; left--) {
        notes.add(new Note(in.readLong(), readText(in), readText(in), readText(in)));
      }
    }
    return notes;
  }

  /** As writeUTF, but of any length. */
  private static void writeText(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static DataOutputStream deflated(ByteArrayOutputStream bytes) {
    return new DataOutputStream(new BufferedOutputStream(new DeflaterOutputStream(bytes)));
  }

  private static DataInputStream inflated(byte[] block) {
    return new DataInputStream(
        new BufferedInputStream(new InflaterInputStream(new ByteArrayInputStream(block))));
  }
}
