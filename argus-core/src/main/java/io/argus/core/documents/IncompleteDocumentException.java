package io.argus.core.documents;

import java.io.IOException;

/** Says that a document in parts has lost some: not even a later look makes it whole. */
public final class IncompleteDocumentException extends IOException {
  private static final long serialVersionUID = 1;

  IncompleteDocumentException(String message) {
    super(message);
  }
}
