package io.argus.master.plans;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.PerformanceCatalogue;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The performance profiles that the planner may choose from. The document is parsed only when it
 * has changed.
 *
 * <p>Not safe for use by several threads.
 */
public final class ClusterCatalogue {
  /** Name of the document with the profiles of the cluster, which the profiler writes. */
  public static final String DOCUMENT = "catalogue";

  private static final byte[] NOTHING = {};
  private static final PerformanceCatalogue NONE = PerformanceCatalogue.of(Collections.emptyList());

  private final ClusterDocuments documents;
  private byte[] lastBytes = NOTHING;
  private List<String> lastProblems = Collections.emptyList();
  private PerformanceCatalogue last = NONE;

  public ClusterCatalogue(ClusterDocuments documents) {
    this.documents = documents;
  }

  /** Returns the current profiles; the last ones if the store does not answer. */
  public PerformanceCatalogue read(List<String> problems) {
    try {
      byte[] stored = documents.read(DOCUMENT);
      byte[] bytes = stored == null ? NOTHING : stored;
      if (!Arrays.equals(bytes, lastBytes)) {
        CatalogueFormat.Reading reading = CatalogueFormat.read(bytes);
        last = bytes.length == 0 ? NONE : reading.catalogue();
        lastProblems = bytes.length == 0 ? Collections.emptyList() : reading.problems();
        lastBytes = bytes;
      }
    } catch (IOException | RuntimeException e) {
      problems.add("the cluster's performance profiles cannot be read: " + e);
    }
    problems.addAll(lastProblems);
    return last;
  }
}
