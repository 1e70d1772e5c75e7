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
  private final double full;
  private final double currentCacheShare;
  private final double currentHdfsShare;
  private final PartCpu cpu;

  /**
   * A part that no shares limit, as far as it is known.
   *
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
    this(
        server,
        demandShare,
        choice,
        bias,
        cacheFill,
        operations,
        choice.function.isolatedThroughput() * (choice.absolute ? 1 : bias),
        1,
        1,
        PartCpu.UNKNOWN);
  }

  private PartModel(
      String server,
      double demandShare,
      FunctionChoice choice,
      double bias,
      double cacheFill,
      double operations,
      double full,
      double currentCacheShare,
      double currentHdfsShare,
      PartCpu cpu) {
    this.server = server;
    this.demandShare = demandShare;
    this.choice = choice;
    this.bias = bias;
    this.cacheFill = cacheFill;
    this.operations = operations;
    this.full = full;
    this.currentCacheShare = currentCacheShare;
    this.currentHdfsShare = currentHdfsShare;
    this.cpu = cpu;
  }

  /**
   * Returns the same part with the effective shares that limit the tenant there now: all of the
   * server where it is not backlogged, as it borrows what it needs.
   *
   * @param mayBeBottleneck whether this server may be the bottleneck of the tenant
   */
  PartModel having(ObservedLimits now, boolean mayBeBottleneck) {
    boolean limited = mayBeBottleneck && now.isBacklogged();
    return new PartModel(
        server,
        demandShare,
        choice,
        bias,
        cacheFill,
        operations,
        full,
        limited ? now.cacheShare() : 1,
        limited ? now.hdfsShare() : 1,
        cpu);
  }

  /** Returns the same part with what is known of its use of the CPU. */
  PartModel with(PartCpu newCpu) {
    return new PartModel(
        server,
        demandShare,
        choice,
        bias,
        cacheFill,
        operations,
        full,
        currentCacheShare,
        currentHdfsShare,
        newCpu);
  }

  PartCpu cpu() {
    return cpu;
  }

  /** Guaranteed share of the server's CPU; NaN before it is planned. */
  public double cpuShare() {
    return cpu.share;
  }

  /** Local throughput that the CPU allows beside the other tenants; infinite if not known. */
  public double mostAtCpu() {
    return cpu.most();
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

  /** Predicted local throughput with the shares that limit the tenant now, bias included. */
  double now() {
    return unlimited(currentCacheShare, currentHdfsShare);
  }

  /** Predicted local throughput, bias included, whatever other servers allow. */
  public double unlimited(double cacheShare, double hdfsShare) {
    return Math.min(cpu.most(), withoutCpuBound(cacheShare, hdfsShare));
  }

  /** The same with nothing but its guaranteed share of the CPU. */
  double guaranteed(double cacheShare, double hdfsShare) {
    return Math.min(cpu.throughput(cpu.share), withoutCpuBound(cacheShare, hdfsShare));
  }

  private double withoutCpuBound(double cacheShare, double hdfsShare) {
    return bias * choice.function.throughput(cacheShare, hdfsShare);
  }

  /** Whether too little is known of the tenant on this server to say what limits it there. */
  public boolean isUnlimited() {
    return choice.function.isolatedThroughput() >= SpreadTenants.UNLIMITED;
  }

  /** Local throughput with all of the server, as far as the function says. */
  public double full() {
    return full;
  }
}
