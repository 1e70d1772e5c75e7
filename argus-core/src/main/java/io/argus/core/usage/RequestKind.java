package io.argus.core.usage;

/** The kind of a request; estimates of its cost are per kind. */
public enum RequestKind {
  /** One row read by key. */
  GET,
  /** Several actions in one request. */
  MULTI,
  /** Opening a scanner or fetching its next rows. */
  SCAN,
  /** One put, delete, append, increment or conditional mutation. */
  WRITE,
  /** Anything else on a user table, such as a coprocessor call. */
  OTHER
}
