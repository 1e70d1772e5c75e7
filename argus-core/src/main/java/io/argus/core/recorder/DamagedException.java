package io.argus.core.recorder;

import java.io.IOException;

/** What was written is not what is read. */
final class DamagedException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedException(String message) {
    super(message);
  }
}
