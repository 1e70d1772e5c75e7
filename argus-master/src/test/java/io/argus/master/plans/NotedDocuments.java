package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Documents that note what was written, and refuse one. */
final class NotedDocuments implements ClusterDocuments {
  final Map<String, byte[]> documents = new HashMap<>();
  final List<String> written = new ArrayList<>();
  String refused = "";

  private void refuse(String name) throws IOException {
    if (name.equals(refused)) {
      throw new IOException("store is away");
    }
  }

  @Override
  public byte[] read(String name) throws IOException {
    refuse(name);
    return documents.get(name);
  }

  @Override
  public void write(String name, byte[] data) throws IOException {
    refuse(name);
    written.add(name);
    documents.put(name, data);
  }

  @Override
  public void delete(String name) {
    documents.remove(name);
  }

  @Override
  public List<String> children(String name) {
    return documents.keySet().stream()
        .filter(path -> path.startsWith(name + "/"))
        .map(path -> path.substring(name.length() + 1))
        .toList();
  }

  @Override
  public void watch(String name, Consumer<byte[]> listener) {
    throw new UnsupportedOperationException(name);
  }

  @Override
  public void writeEphemeral(String name, byte[] data) {
    throw new UnsupportedOperationException(name);
  }
}
