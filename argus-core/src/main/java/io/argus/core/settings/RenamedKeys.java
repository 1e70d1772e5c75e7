package io.argus.core.settings;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The keys of earlier releases that have another name now. They have no effect in {@code
 * hbase-site.xml}; messages name the successor. Changes that an earlier release stored count under
 * the new name.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class RenamedKeys {
  /** The new key by the old one. */
  static final Map<String, String> SUCCESSORS = successors();

  private RenamedKeys() {}

  private static Map<String, String> successors() {
    Map<String, String> successors = new TreeMap<>();
    successors.put("argus.promises", "argus.slos");
    successors.put("argus.running.per.processor", "argus.running.per.core");
    successors.put("argus.tenant.weights", "argus.tenant.shares");
    return Collections.unmodifiableMap(successors);
  }

  /** Returns the new name of a key, empty if it was never renamed. */
  static Optional<String> successor(String key) {
    return Optional.ofNullable(SUCCESSORS.get(key));
  }

  /** Returns texts by key under the new names. What is already set there stays. */
  static SortedMap<String, String> renamed(SortedMap<String, String> texts) {
    SortedMap<String, String> renamed = new TreeMap<>(texts);
    SUCCESSORS.forEach(
        (old, successor) -> {
          String text = renamed.remove(old);
          if (text != null) {
            renamed.putIfAbsent(successor, text);
          }
        });
    return renamed;
  }
}
