package io.argus.cli.live;

import java.io.IOException;

/** The master that must authorize a change does not answer. */
final class NoMasterException extends IOException {
  private static final long serialVersionUID = 1;

  NoMasterException(String message) {
    super(message);
  }
}
