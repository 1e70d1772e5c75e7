package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Documents that can be made to fail. */
public final class InMemoryDocuments implements ClusterDocuments {
  private final Map<String, byte[]> documents = new HashMap<>();
  private final Map<String, List<Consumer<byte @Nullable []>>> listeners = new HashMap<>();
  boolean failsToRead;
  boolean failsToWrite;
  int planWrites;

  /** Reads a document that must be there. */
  byte[] get(String name) throws IOException {
    return Objects.requireNonNull(read(name), name);
  }

  @Override
  public byte @Nullable [] read(String name) throws IOException {
    if (failsToRead) {
      throw new IOException("store is away");
    }
    return documents.get(name);
  }

  @Override
  public void write(String name, byte[] bytes) throws IOException {
    if (failsToWrite) {
      throw new IOException("store is away");
    }
    planWrites += name.equals(PLAN) ? 1 : 0;
    documents.put(name, bytes);
    report(name);
  }

  @Override
  public void delete(String name) {
    documents.remove(name);
    report(name);
  }

  private void report(String name) {
    listeners
        .getOrDefault(name, List.of())
        .forEach(listener -> listener.accept(documents.get(name)));
  }

  @Override
  public void writeEphemeral(String name, byte[] bytes) {
    throw new UnsupportedOperationException(name);
  }

  @Override
  public void watch(String name, Consumer<byte @Nullable []> listener) {
    listeners.computeIfAbsent(name, n -> new ArrayList<>()).add(listener);
    listener.accept(documents.get(name));
  }

  @Override
  public List<String> children(String name) {
    String parent = name + "/";
    return documents.keySet().stream()
        .filter(path -> path.startsWith(parent))
        .map(path -> path.substring(parent.length()))
        .sorted()
        .toList();
  }
}
