package io.argus.core.page;

/** Says that an answer is being computed, and when to ask again. */
public final class ComputingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int retrySeconds;

  public ComputingException(String message, int retrySeconds) {
    super(message);
    this.retrySeconds = retrySeconds;
  }

  public int retrySeconds() {
    return retrySeconds;
  }
}
