package io.argus.hbase2.cache;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Collectors;

/**
 * Those of many elements that have the lowest figures. A figure that changes meanwhile is read
 * once.
 *
 * <p>Keeps no more elements than are wanted. Not safe for use by several threads.
 */
final class Lowest<T> {
  private static final class Ranked<T> {
    final T element;
    final long figure;

    Ranked(T element, long figure) {
      this.element = element;
      this.figure = figure;
    }

    long figure() {
      return figure;
    }
  }

  private static final Comparator<Ranked<?>> ASCENDING = Comparator.comparingLong(Ranked::figure);

  private final int most;
  private final PriorityQueue<Ranked<T>> highestFirst = new PriorityQueue<>(ASCENDING.reversed());

  /**
   * @param most how many are wanted, above 0
   */
  Lowest(int most) {
    this.most = most;
  }

  void offer(T element, long figure) {
    Ranked<T> highest = highestFirst.size() < most ? null : highestFirst.peek();
    if (highest != null && figure >= highest.figure) {
      return;
    }
    if (highest != null) {
      highestFirst.remove();
    }
    highestFirst.add(new Ranked<>(element, figure));
  }

  /** Returns the elements, lowest first. */
  List<T> ascending() {
    List<Ranked<T>> ranked = new ArrayList<>(highestFirst);
    ranked.sort(ASCENDING);
    return ranked.stream().map(each -> each.element).collect(Collectors.toList());
  }
}
