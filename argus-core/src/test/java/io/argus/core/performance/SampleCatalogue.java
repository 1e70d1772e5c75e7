package io.argus.core.performance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Five YCSB workloads as they were measured on one region server with a slow disk. Its capacities
 * are those of no other cluster, so that only the shape of the functions counts. Stateless.
 */
public final class SampleCatalogue {
  private SampleCatalogue() {}

  public static PerformanceCatalogue read() {
    try (InputStream in = SampleCatalogue.class.getResourceAsStream("sample-catalogue.json")) {
      CatalogueFormat.Reading reading = CatalogueFormat.read(in.readAllBytes());
      if (!reading.problems().isEmpty()) {
        throw new IllegalStateException(reading.problems().toString());
      }
      return reading.catalogue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
