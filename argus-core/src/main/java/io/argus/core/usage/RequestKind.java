package io.argus.core.usage;

/** The kind of a request; estimates of its cost are per kind. */
public enum RequestKind {
  /** Rows read by key: one, or several in one request. */
  GET,
  /** Puts and deletes of several rows in one request, or gets and such writes. */
  MULTI,
  /** Opening a scanner or fetching its next rows. */
  SCAN,
  /**
   * One put or delete; or increments, appends and conditional mutations, one or several in one
   * request.
   */
  WRITE,
  /** Anything else on a user table, such as a coprocessor call. */
  OTHER;

  /**
   * Whether what such a request reads, it reads while it holds locks of rows and of a region, such
   * as an increment. Any other takes locks for what it writes only.
   */
  public boolean readsUnderLocks() {
    return this == WRITE;
  }

  /** Whether such a request writes, so that it may wait for a row lock, memstore or log. */
  public boolean writes() {
    return this == WRITE || this == MULTI;
  }
}
