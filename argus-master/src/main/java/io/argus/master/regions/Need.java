package io.argus.master.regions;

import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;

/**
 * The resource that a tenant gains most by: its dominant resource. It is judged at equal shares of
 * the server: the resource of which having all would raise the throughput most. Where neither would
 * raise it by a tenth, handlers and the CPU limit it.
 */
public enum Need {
  /** The block cache. */
  CACHE("cache"),
  /** Bytes from or to HDFS. */
  HDFS("HDFS"),
  /** Handlers and CPU. */
  HANDLERS("handlers");

  private static final double MATTERS = 0.1;

  private static final double SATISFIED = 0.98;

  private static final int BISECTIONS = 10;

  private final String word;

  Need(String word) {
    this.word = word;
  }

  /** Its name in a sentence. */
  public String word() {
    return word;
  }

  /**
   * Returns what a part needs most.
   *
   * @param tenants that share its server
   */
  public static Need of(PartModel part, int tenants) {
    double equal = 1.0 / Math.max(2, tenants);
    double now = part.unlimited(equal, equal);
    double moreCache = part.unlimited(1, equal) - now;
    double moreHdfs = part.unlimited(equal, 1) - now;
    if (Math.max(moreCache, moreHdfs) <= MATTERS * now) {
      return HANDLERS;
    }
    return moreHdfs >= moreCache ? HDFS : CACHE;
  }

  /**
   * The part that serves most of the tenant's demand, number 0 being the first; -1 if it has none.
   */
  public static int greatestPart(TenantModel model) {
    int greatest = -1;
    for (int k = 0; k < model.parts().size(); k++) {
      if (greatest < 0
          || model.parts().get(k).demandShare() > model.parts().get(greatest).demandShare()) {
        greatest = k;
      }
    }
    return greatest;
  }

  /**
   * The part of a server's resource that all of a tenant's demand uses: 1 for a tenant that uses
   * whatever it gets.
   *
   * @param part its greatest
   */
  double loadOf(TenantModel model, PartModel part, int tenants) {
    if (!model.isDemandLimited()) {
      return 1;
    }
    if (this == HANDLERS || part.demandShare() <= 0) {
      return 0;
    }
    double equal = 1.0 / Math.max(2, tenants);
    double target = SATISFIED * local(part, equal, 1);
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (local(part, equal, middle) >= target) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return Math.min(1, high / part.demandShare());
  }

  private double local(PartModel part, double other, double share) {
    return this == CACHE ? part.unlimited(share, other) : part.unlimited(other, share);
  }
}
