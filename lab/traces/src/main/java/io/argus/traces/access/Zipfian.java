package io.argus.traces.access;

import java.util.SplittableRandom;

/**
 * Draws ranks from a Zipf distribution with exponent 0.99, as YCSB's ZipfianGenerator does: rank 0
 * is the most frequent.
 *
 * <p>YCSB's own class cannot be seeded. The method is that of Gray et al., "Quickly generating
 * billion-record synthetic databases", SIGMOD 1994, section 3.2. It is an approximation: the
 * frequencies of ranks 0 and 1 are exact, the others follow a continuous curve.
 *
 * <p>Not safe for use by several threads.
 */
final class Zipfian {
  static final double EXPONENT = 0.99;

  /** The number of items behind YCSB's ScrambledZipfianGenerator, and their zeta. */
  private static final long SCRAMBLED_ITEMS = 10_000_000_000L;

  private static final double SCRAMBLED_ZETA = 26.46902820178302;

  private static final double ZETA_OF_2 = 1 + Math.pow(0.5, EXPONENT);
  private static final double ALPHA = 1 / (1 - EXPONENT);

  private long items;
  private double zeta;
  private double eta;

  private Zipfian(long items, double zeta) {
    this.items = items;
    this.zeta = zeta;
    this.eta = eta();
  }

  static Zipfian of(long items) {
    double zeta = 0;
    for (long rank = 0; rank < items; rank++) {
      zeta += frequency(rank);
    }
    return new Zipfian(items, zeta);
  }

  /** Returns the distribution whose ranks YCSB hashes to choose a row of any table. */
  static Zipfian scrambled() {
    return new Zipfian(SCRAMBLED_ITEMS, SCRAMBLED_ZETA);
  }

  private static double frequency(long rank) {
    return Math.pow(rank + 1.0, -EXPONENT);
  }

  private double eta() {
    return (1 - Math.pow(2.0 / items, 1 - EXPONENT)) / (1 - ZETA_OF_2 / zeta);
  }

  long items() {
    return items;
  }

  /** Adds one item, the least frequent. */
  void grow() {
    zeta += frequency(items);
    items++;
    eta = eta();
  }

  /** Returns a rank, 0 up to the number of items. */
  long next(SplittableRandom random) {
    double u = random.nextDouble();
    double scaled = u * zeta;
    if (scaled < 1) {
      return 0;
    }
    if (scaled < ZETA_OF_2) {
      return 1;
    }
    return Math.min(items - 1, (long) (items * Math.pow(eta * u - eta + 1, ALPHA)));
  }
}
