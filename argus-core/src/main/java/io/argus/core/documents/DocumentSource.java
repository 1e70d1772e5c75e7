package io.argus.core.documents;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of {@link ClusterDocuments} that reads. */
public interface DocumentSource {
  /**
   * Returns a document, null if there is none of that name.
   *
   * @throws IncompleteDocumentException if some of its parts are lost
   */
  byte @Nullable [] read(String name) throws IOException;

  /** The names of the documents below that one, without its name. */
  List<String> children(String name) throws IOException;
}
