package io.argus.master;

import io.argus.master.plans.PlanStore;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** A plan store that can be made to fail. */
final class InMemoryPlanStore implements PlanStore {
  private final Map<Document, byte[]> documents = new EnumMap<>(Document.class);
  boolean failsToRead;
  boolean failsToWrite;
  int planWrites;

  @Override
  public Optional<byte[]> read(Document document) throws IOException {
    if (failsToRead) {
      throw new IOException("store is away");
    }
    return Optional.ofNullable(documents.get(document));
  }

  @Override
  public void write(Document document, byte[] bytes) throws IOException {
    if (failsToWrite) {
      throw new IOException("store is away");
    }
    planWrites += document == Document.PLAN ? 1 : 0;
    documents.put(document, bytes);
  }

  @Override
  public void delete(Document document) {
    documents.remove(document);
  }
}
