package io.argus.check;

import java.util.Locale;

/** What a thread of the checking client does. */
enum Operation {
  PUT(3),
  GET(3),
  SCAN(2),
  INCREMENT(2),
  CHECK_AND_PUT(1);

  /** How many threads do it. */
  private final int threads;

  Operation(int threads) {
    this.threads = threads;
  }

  int threads() {
    return threads;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
