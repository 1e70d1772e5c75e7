package io.argus.core.recorder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures that points have, in order: their names, and whether the greatest of several points
 * counts, not their mean. Segments of other versions may have others.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Columns {
  static final Columns NONE = new Columns(new TreeMap<>());

  private final List<String> names;
  private final boolean[] greatest;

  /**
   * @param greatest of each name, whether the greatest point counts
   */
  Columns(SortedMap<String, Boolean> greatest) {
    this.names = Collections.unmodifiableList(new ArrayList<>(greatest.keySet()));
    this.greatest = new boolean[names.size()];
    int i = 0;
    for (boolean each : greatest.values()) {
      this.greatest[i++] = each;
    }
  }

  static Columns of(Collection<String> means, Collection<String> maxima) {
    SortedMap<String, Boolean> greatest = new TreeMap<>();
    means.forEach(name -> greatest.put(name, false));
    maxima.forEach(name -> greatest.put(name, true));
    return new Columns(greatest);
  }

  /** All figures of both. */
  Columns with(Columns others) {
    SortedMap<String, Boolean> all = new TreeMap<>();
    for (Columns each : Arrays.asList(this, others)) {
      for (int i = 0; i < each.count(); i++) {
        all.put(each.names.get(i), each.greatest[i]);
      }
    }
    return new Columns(all);
  }

  int count() {
    return names.size();
  }

  List<String> names() {
    return names;
  }

  boolean isGreatest(int column) {
    return greatest[column];
  }

  /** Where each of these columns is among others; -1 if it is not. */
  int[] placesIn(Columns others) {
    return names.stream().mapToInt(others.names::indexOf).toArray();
  }
}
