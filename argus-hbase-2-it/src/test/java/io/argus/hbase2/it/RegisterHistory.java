package io.argus.hbase2.it;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What clients wrote to one register and read from it, with unique values, and whether that is
 * linearizable.
 *
 * <p>The write of a value and its reads take effect one after another. So from the first answer of
 * one of them to the last call, the register has that value (a forward zone), or else all of them
 * overlap in time (a backward zone). The history is linearizable exactly if no value is read before
 * it is written, no two forward zones overlap, and no backward zone lies within a forward one
 * (Gibbons and Korach, Testing Shared Memories, 1997, theorem 4.5).
 *
 * <p>Safe for use by any thread.
 */
final class RegisterHistory {
  /** The value before the first write. */
  static final long NOTHING = 0;

  private static final class Zone {
    final long value;
    boolean written;
    long writeInvoked = Long.MIN_VALUE;
    long firstAnswer = Long.MAX_VALUE;
    long lastCall = Long.MIN_VALUE;
    long firstReadAnswer = Long.MAX_VALUE;
    boolean read;

    Zone(long value) {
      this.value = value;
    }

    boolean isForward() {
      return firstAnswer < lastCall;
    }

    long begin() {
      return Math.min(firstAnswer, lastCall);
    }

    long end() {
      return Math.max(firstAnswer, lastCall);
    }
  }

  private final Map<Long, Zone> zones = new HashMap<>();
  private long operations;

  RegisterHistory() {
    wrote(NOTHING, Long.MIN_VALUE, Long.MIN_VALUE);
  }

  /**
   * Notes a write.
   *
   * @param answered the largest number if nobody knows whether it took effect
   */
  synchronized void wrote(long value, long invoked, long answered) {
    Zone zone = zones.computeIfAbsent(value, Zone::new);
    if (zone.written) {
      throw new IllegalArgumentException("value " + value + " is written twice");
    }
    zone.written = true;
    zone.writeInvoked = invoked;
    note(zone, invoked, answered);
  }

  synchronized void read(long value, long invoked, long answered) {
    Zone zone = zones.computeIfAbsent(value, Zone::new);
    zone.read = true;
    zone.firstReadAnswer = Math.min(zone.firstReadAnswer, answered);
    note(zone, invoked, answered);
  }

  private synchronized void note(Zone zone, long invoked, long answered) {
    operations++;
    zone.firstAnswer = Math.min(zone.firstAnswer, answered);
    zone.lastCall = Math.max(zone.lastCall, invoked);
  }

  synchronized long operations() {
    return operations;
  }

  /** Says why the history is not linearizable; nothing if it is. */
  synchronized Optional<String> fault() {
    List<Zone> forward = new ArrayList<>();
    List<Zone> backward = new ArrayList<>();
    for (Zone zone : zones.values()) {
      if (!zone.written) {
        return Optional.of("value " + zone.value + " is read and was never written");
      }
      if (zone.firstReadAnswer < zone.writeInvoked) {
        return Optional.of("value " + zone.value + " is read before it is written");
      }
      if (zone.isForward()) {
        forward.add(zone);
      } else if (zone.read || zone.firstAnswer < Long.MAX_VALUE) {
        backward.add(zone);
      }
    }
    forward.sort(Comparator.comparingLong(Zone::begin));
    for (int i = 1; i < forward.size(); i++) {
      if (forward.get(i).begin() < forward.get(i - 1).end()) {
        return Optional.of(
            "values %d and %d return after each other"
                .formatted(forward.get(i - 1).value, forward.get(i).value));
      }
    }
    return within(backward, forward);
  }

  /**
   * @param forward none overlaps another
   */
  private static Optional<String> within(Collection<Zone> backward, List<Zone> forward) {
    NavigableMap<Long, Zone> byBegin = new TreeMap<>();
    forward.forEach(zone -> byBegin.put(zone.begin(), zone));
    for (Zone inner : backward) {
      Map.Entry<Long, Zone> before = byBegin.lowerEntry(inner.begin());
      if (before != null && inner.end() < before.getValue().end()) {
        return Optional.of(
            "value %d is read although %d was there before and after it"
                .formatted(inner.value, before.getValue().value));
      }
    }
    return Optional.empty();
  }
}
