package io.argus.core.recorder;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The segments of one day, open for reading, of which the coarser may contain the finer. What
 * cannot be read is left out. Used by one thread.
 */
final class Day implements Closeable {
  private final Map<SegmentName, SegmentReader> readers = new LinkedHashMap<>();
  private final BiConsumer<SegmentName, IOException> unread;

  /**
   * Opens the segments.
   *
   * @param unread told which segments cannot be read, as a whole or in part, and why
   */
  Day(List<SegmentName> segments, RecordFiles files, BiConsumer<SegmentName, IOException> unread) {
    this.unread = unread;
    for (SegmentName name : segments) {
      attempt(name, () -> readers.put(name, new SegmentReader(files.open(name.toString()))));
    }
  }

  /** Reads something of a segment. */
  private interface Reading {
    void run() throws IOException;
  }

  private void attempt(SegmentName segment, Reading reading) {
    try {
      reading.run();
    } catch (IOException e) {
      unread.accept(segment, e);
    }
  }

  /** How many segments are open. */
  int segments() {
    return readers.size();
  }

  /** The figures of all segments. */
  Columns columns() {
    Columns columns = Columns.NONE;
    for (SegmentReader reader : readers.values()) {
      columns = columns.with(reader.columns());
    }
    return columns;
  }

  /** The names of all series; that of the cluster is the first. */
  SortedSet<String> series() {
    SortedSet<String> names = new TreeSet<>();
    readers.values().forEach(reader -> names.addAll(reader.series()));
    return names;
  }

  /** The points of a series. */
  Joined points(String series, Columns columns) {
    Joined joined = new Joined(columns);
    readers.forEach(
        (segment, reader) ->
            attempt(segment, () -> joined.add(segment.resolution, reader.points(series, columns))));
    return joined;
  }

  /** What happened; the same note may be in several segments. */
  List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    readers.forEach((segment, reader) -> attempt(segment, () -> notes.addAll(reader.notes())));
    return notes;
  }

  @Override
  public void close() throws IOException {
    for (SegmentReader reader : readers.values()) {
      reader.close();
    }
  }
}
