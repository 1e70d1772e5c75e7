package io.argus.core.usage;

/** The kind of a request; estimates of its cost are per kind. */
public enum RequestKind {
  /** Rows read by key: one, or several in one request. */
  GET,
  /** Several actions in one request, of which some write. */
  MULTI,
  /** Opening a scanner or fetching its next rows. */
  SCAN,
  /** One put, delete, append, increment or conditional mutation. */
  WRITE,
  /** Anything else on a user table, such as a coprocessor call. */
  OTHER;

  /**
   * Whether requests of that kind do nothing but read rows. Any other may hold locks of a row or of
   * a region while it reads, such as an increment.
   */
  public boolean onlyReads() {
    return this == GET || this == SCAN;
  }
}
