package io.argus.cli.live;

import java.io.IOException;

/** A change is stored, and who has to act on it has not done so in time. */
public final class UnconfirmedException extends IOException {
  private static final long serialVersionUID = 1;

  public UnconfirmedException(String message) {
    super(message);
  }
}
