package io.argus.cli.live;

import java.io.IOException;

/** The cluster does not let this user do that. */
public final class DeniedException extends IOException {
  private static final long serialVersionUID = 1;

  DeniedException(String message) {
    super(message);
  }
}
