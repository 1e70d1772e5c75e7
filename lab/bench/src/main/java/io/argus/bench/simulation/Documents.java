package io.argus.bench.simulation;

import io.argus.core.documents.ClusterDocuments;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's documents in memory, of any length. Watchers receive only what is there when they
 * begin.
 *
 * <p>Used by one thread.
 */
public final class Documents implements ClusterDocuments {
  private final SortedMap<String, byte[]> stored = new TreeMap<>();
  private long planWrites;

  @Override
  public void watch(String name, Consumer<byte @Nullable []> listener) {
    listener.accept(stored.get(name));
  }

  @Override
  public byte @Nullable [] read(String name) {
    return stored.get(name);
  }

  @Override
  public void write(String name, byte[] data) {
    planWrites += name.equals(PLAN) ? 1 : 0;
    stored.put(name, data);
  }

  @Override
  public void writeEphemeral(String name, byte[] data) {
    stored.put(name, data);
  }

  @Override
  public void delete(String name) {
    stored.remove(name);
  }

  @Override
  public List<String> children(String name) {
    String prefix = name + "/";
    return stored.tailMap(prefix).keySet().stream()
        .takeWhile(each -> each.startsWith(prefix))
        .map(each -> each.substring(prefix.length()))
        .toList();
  }

  /** How often a plan was written. */
  public long planWrites() {
    return planWrites;
  }

  /** Length of each document, bytes. */
  public SortedMap<String, Integer> lengths() {
    SortedMap<String, Integer> lengths = new TreeMap<>();
    stored.forEach((name, bytes) -> lengths.put(name, bytes.length));
    return lengths;
  }
}
