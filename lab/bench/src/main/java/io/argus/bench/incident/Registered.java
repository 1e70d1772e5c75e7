package io.argus.bench.incident;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The region servers that were registered during a run.
 *
 * <p>Used by one thread.
 */
final class Registered {
  private record Entry(double second, List<String> servers) {}

  private final List<Entry> changes = new ArrayList<>();

  /**
   * Notes which are registered.
   *
   * @param second after the start of the load
   */
  void add(double second, List<String> servers) {
    List<String> sorted = servers.stream().sorted().toList();
    if (changes.isEmpty() || !changes.get(changes.size() - 1).servers().equals(sorted)) {
      changes.add(new Entry(second, sorted));
    }
  }

  /** Seconds after something happened until a server was no more registered; empty if it stayed. */
  OptionalInt goneAfter(double second, String server) {
    return changes.stream()
        .filter(entry -> entry.second() >= second && !entry.servers().contains(server))
        .mapToInt(entry -> (int) Math.ceil(entry.second() - second))
        .findFirst();
  }
}
