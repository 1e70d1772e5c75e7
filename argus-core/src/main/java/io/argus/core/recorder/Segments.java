package io.argus.core.recorder;

import io.argus.core.recorder.MergePlan.Merge;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes, merges and deletes the segments of a directory. Several processes may do so at the same
 * time and may end at any step: a segment is there as a whole or not at all, no input of a merge
 * goes before the output is there, and to read both counts nothing twice (see {@link Point}).
 *
 * <p>Used by one thread.
 */
final class Segments {
  /** How long inputs stay, so that whoever copies or reads them can finish. */
  static final long GRACE_MINUTES = 10;

  /** After this time, nobody finishes an unfinished file. */
  private static final long ABANDONED_MINUTES = MergePlan.DAY;

  /** Waits as long as the bytes that were read and written deserve. */
  interface Pace {
    void moved(long bytes) throws InterruptedIOException;
  }

  private final RecordFiles files;
  private final String writer;
  private final Pace pace;
  private long number;

  /** Segments that others contain, and when they are deleted. */
  private final Map<SegmentName, Long> obsolete = new LinkedHashMap<>();

  /**
   * @param writer tells the files that this process has not finished from those of others
   */
  Segments(RecordFiles files, String writer, Pace pace) {
    this.files = files;
    this.writer = writer;
    this.pace = pace;
  }

  /** What a segment consists of, written by {@link #seal}. */
  private interface Content {
    /** Adds the series to a segment and ends it; returns its digest. */
    String writeTo(SegmentWriter segment) throws IOException;
  }

  /**
   * Writes points and notes as a segment of their own. To do so twice is to do so once.
   *
   * @param series points by name of a series and minute
   * @param from first minute
   * @param to the minute after the last one
   */
  void write(
      SortedMap<String, SortedMap<Long, Point>> series,
      Collection<Note> notes,
      Columns columns,
      long from,
      long to,
      long nowMinute)
      throws IOException {
    seal(
        nowMinute,
        columns,
        segment -> {
          for (Map.Entry<String, SortedMap<Long, Point>> each : series.entrySet()) {
            segment.add(each.getKey(), each.getValue());
          }
          return segment.finish(notes);
        },
        digest -> new SegmentName(1, from, to, digest),
        Collections.emptySet());
  }

  /** The segments that are to be read, and their lengths; none that others contain. */
  Map<SegmentName, Long> current() throws IOException {
    Map<SegmentName, Long> current = segments(files.list());
    current.keySet().removeIf(name -> name.isDamaged() || obsolete.containsKey(name));
    return current;
  }

  static Map<SegmentName, Long> segments(Map<String, Long> files) {
    Map<SegmentName, Long> segments = new LinkedHashMap<>();
    files.forEach(
        (file, length) -> SegmentName.of(file).ifPresent(name -> segments.put(name, length)));
    return segments;
  }

  /**
   * Makes one segment of several. Damaged blocks are left out; their files are renamed and kept.
   *
   * @return the damaged segments, and what is wrong with them
   */
  List<String> merge(Merge merge, long nowMinute) throws IOException {
    Map<SegmentName, String> damaged = new LinkedHashMap<>();
    Map<SegmentName, SegmentReader> inputs = new LinkedHashMap<>();
    SegmentName merged;
    try {
      for (SegmentName name : merge.inputs) {
        try {
          inputs.put(name, new SegmentReader(files.open(name.toString())));
        } catch (DamagedException e) {
          damaged.put(name, e.getMessage());
        }
      }
      Columns columns = Columns.NONE;
      for (SegmentReader input : inputs.values()) {
        columns = columns.with(input.columns());
      }
      Columns all = columns;
      merged =
          seal(
              nowMinute,
              all,
              segment -> join(inputs, merge.resolution, all, segment, damaged),
              merge::named,
              damaged.keySet());
    } finally {
      for (SegmentReader input : inputs.values()) {
        input.close();
      }
    }
    for (SegmentName name : merge.inputs) {
      if (name.equals(merged)) {
        continue;
      }
      if (damaged.containsKey(name)) {
        putAside(name);
      } else {
        obsolete.put(name, nowMinute + GRACE_MINUTES);
      }
    }
    List<String> said = new ArrayList<>();
    damaged.forEach((name, why) -> said.add(name + " is damaged: " + why));
    return said;
  }

  private String join(
      Map<SegmentName, SegmentReader> inputs,
      int resolution,
      Columns columns,
      SegmentWriter segment,
      Map<SegmentName, String> damaged)
      throws IOException {
    Set<String> names = new TreeSet<>();
    inputs.values().forEach(input -> names.addAll(input.series()));
    for (String name : names) {
      Joined joined = new Joined(columns);
      for (Map.Entry<SegmentName, SegmentReader> input : inputs.entrySet()) {
        try {
          joined.add(input.getKey().resolution, input.getValue().points(name, columns));
        } catch (DamagedException e) {
          damaged.put(input.getKey(), e.getMessage());
        }
      }
      SortedMap<Long, Point> series = joined.at(resolution);
      if (!series.isEmpty()) {
        pace.moved(2L * segment.add(name, series));
      }
    }
    Set<Note> notes = new TreeSet<>();
    for (Map.Entry<SegmentName, SegmentReader> input : inputs.entrySet()) {
      try {
        notes.addAll(input.getValue().notes());
      } catch (DamagedException e) {
        damaged.put(input.getKey(), e.getMessage());
      }
    }
    return segment.finish(notes);
  }

  /**
   * Writes a file and gives it the name of a segment once it is complete.
   *
   * @param naming the name for a digest
   * @param damaged segments that are damaged, once the content is written
   */
  private SegmentName seal(
      long nowMinute,
      Columns columns,
      Content content,
      Function<String, SegmentName> naming,
      Set<SegmentName> damaged)
      throws IOException {
    String unfinished = SegmentName.unfinished(nowMinute, writer, number++);
    try {
      SegmentName name;
      try (SegmentWriter segment = new SegmentWriter(files.create(unfinished), columns)) {
        name = naming.apply(content.writeTo(segment));
      }
      if (damaged.contains(name)) {
        putAside(name);
      }
      if (!files.rename(unfinished, name.toString())) {
        files.delete(unfinished); // the same content is there
      }
      return name;
    } catch (IOException | RuntimeException e) {
      deleteQuietly(unfinished, e);
      throw e;
    }
  }

  private void deleteQuietly(String file, Exception why) {
    try {
      files.delete(file);
    } catch (IOException | RuntimeException e) {
      why.addSuppressed(e);
    }
  }

  private void putAside(SegmentName damaged) throws IOException {
    files.rename(damaged.toString(), damaged.damaged().toString());
  }

  /**
   * Deletes what others contain, what is too old or too much, and what nobody finishes.
   *
   * @return the damaged segments that are kept
   */
  List<SegmentName> clean(long nowMinute, long maxBytes) throws IOException {
    Map<String, Long> lengths = files.list();
    Map<SegmentName, Long> all = segments(lengths);
    Set<SegmentName> gone = new LinkedHashSet<>();
    obsolete.forEach(
        (name, until) -> {
          if (nowMinute >= until || until - nowMinute > GRACE_MINUTES) {
            gone.add(name);
          }
        });
    MergePlan.expired(all.keySet(), nowMinute).ifPresent(gone::add);
    all.keySet().removeAll(gone);
    gone.addAll(MergePlan.excess(all, maxBytes));
    for (SegmentName name : gone) {
      files.delete(name.toString());
      obsolete.remove(name);
    }
    for (String file : lengths.keySet()) {
      Optional<Long> since = SegmentName.unfinishedSince(file);
      if (since.isPresent() && nowMinute - since.get() > ABANDONED_MINUTES) {
        files.delete(file);
      }
    }
    return all.keySet().stream()
        .filter(name -> name.isDamaged() && !gone.contains(name))
        .collect(Collectors.toList());
  }
}
