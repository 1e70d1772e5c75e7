package io.argus.hbase094;

import io.argus.core.documents.ClusterDocuments;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A cluster of one server that needs no ZooKeeper. */
public final class InMemoryDocuments implements ClusterDocuments {
  private final Map<String, byte[]> documents = new HashMap<>();
  private final Map<String, Consumer<byte[]>> listeners = new HashMap<>();

  @Override
  public void watch(String name, Consumer<byte[]> listener) {
    listeners.put(name, listener);
    listener.accept(documents.get(name));
  }

  @Override
  public byte[] read(String name) {
    return documents.get(name);
  }

  @Override
  public void write(String name, byte[] data) {
    documents.put(name, data);
    listeners.getOrDefault(name, ignored -> {}).accept(data);
  }

  @Override
  public void writeEphemeral(String name, byte[] data) {
    write(name, data);
  }

  @Override
  public void delete(String name) {
    documents.remove(name);
  }

  @Override
  public List<String> children(String name) {
    return List.of();
  }
}
