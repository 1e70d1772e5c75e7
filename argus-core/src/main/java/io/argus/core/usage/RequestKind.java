package io.argus.core.usage;

/** What a request does, as far as its cost can be guessed from it. */
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
