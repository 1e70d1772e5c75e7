package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.PerformanceProfile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The performance profiles that the planner may choose from: those of the cluster, and the built-in
 * ones whose names are still free. The document is parsed only when it has changed.
 *
 * <p>Not safe for use by several threads.
 */
public final class ClusterCatalogue {
  /** Name of the document with the profiles of the cluster, which the profiler writes. */
  public static final String DOCUMENT = "catalogue";

  private static final byte[] NOTHING = {};

  private final ClusterDocuments documents;
  private final PerformanceCatalogue builtIn = PerformanceCatalogue.builtIn();
  private byte[] lastBytes = NOTHING;
  private List<String> lastProblems = Collections.emptyList();
  private PerformanceCatalogue last = builtIn;

  public ClusterCatalogue(ClusterDocuments documents) {
    this.documents = documents;
  }

  /** Returns the present profiles; the last ones if the store does not answer. */
  public PerformanceCatalogue read(List<String> problems) {
    try {
      byte[] stored = documents.read(DOCUMENT);
      byte[] bytes = stored == null ? NOTHING : stored;
      if (!Arrays.equals(bytes, lastBytes)) {
        merge(bytes);
        lastBytes = bytes;
      }
    } catch (IOException | RuntimeException e) {
      problems.add("the cluster's performance profiles cannot be read: " + e);
    }
    problems.addAll(lastProblems);
    return last;
  }

  private void merge(byte[] bytes) {
    List<PerformanceProfile> profiles = new ArrayList<>();
    lastProblems = Collections.emptyList();
    if (bytes.length > 0) {
      CatalogueFormat.Reading reading = CatalogueFormat.read(bytes);
      lastProblems = reading.problems();
      profiles.addAll(reading.catalogue().profiles());
    }
    Set<String> names = new TreeSet<>();
    profiles.forEach(profile -> names.add(profile.name()));
    for (PerformanceProfile profile : builtIn.profiles()) {
      if (names.add(profile.name())) {
        profiles.add(profile);
      }
    }
    last = PerformanceCatalogue.of(profiles);
  }
}
