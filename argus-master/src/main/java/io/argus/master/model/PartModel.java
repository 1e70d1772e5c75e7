package io.argus.master.model;

/**
 * The planner's model of a tenant on one server: the part of its operations that the server serves,
 * and its performance function there, in local operations per second with shares of this server.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PartModel {
  private final String server;
  private final double demandShare;
  private final FunctionChoice choice;
  private final double bias;
  private final double cacheFill;
  private final double operations;

  /**
   * @param demandShare d_is, 0..1; sums to 1 over the servers of the tenant
   * @param bias factor on the function's predictions
   * @param cacheFill greatest share of the server's cache that the tenant fills, 0..1
   * @param operations counted in the reports that the function rests on
   */
  public PartModel(
      String server,
      double demandShare,
      FunctionChoice choice,
      double bias,
      double cacheFill,
      double operations) {
    this.server = server;
    this.demandShare = demandShare;
    this.choice = choice;
    this.bias = bias;
    this.cacheFill = cacheFill;
    this.operations = operations;
  }

  public String server() {
    return server;
  }

  public double demandShare() {
    return demandShare;
  }

  public FunctionChoice choice() {
    return choice;
  }

  public double bias() {
    return bias;
  }

  public double cacheFill() {
    return cacheFill;
  }

  /** Operations counted in the reports that the function rests on; 0 if it is not known. */
  public double operations() {
    return operations;
  }

  /** Predicted local throughput, bias included, whatever other servers allow. */
  public double unlimited(double cacheShare, double hdfsShare) {
    return bias * choice.function.throughput(cacheShare, hdfsShare);
  }

  /** Whether too little is known of the tenant on this server to say what holds it up there. */
  public boolean isUnlimited() {
    return choice.function.isolatedThroughput() >= SpreadTenants.UNLIMITED;
  }

  /** Local throughput with all of the server, as far as the function says. */
  public double full() {
    return choice.function.isolatedThroughput() * (choice.absolute ? 1 : bias);
  }
}
