package io.argus.bench.simulation;

import io.argus.core.plan.Reservation;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import java.util.stream.IntStream;

/**
 * A tenant on a simulated server: its part of the demand and of the data, its shares, and what it
 * did there since the last report. It reads blocks uniformly, so that hits are in proportion to the
 * cache.
 *
 * <p>Used by one thread.
 */
final class TenantOnServer {
  /** Blocks of index and bloom filters that an operation looks up, which any cache holds. */
  private static final double OTHER_LOOKUPS = 2;

  private static final double KEY_REPEAT_RATIO = 0.01;
  private static final double FOLLOWED = 0.5;
  private static final double MAX_BACKLOG = 0.99;

  /** Where the steps of a miss-ratio curve end. */
  private static final double[] STEPS =
      IntStream.rangeClosed(1, MissRatioCurve.STEPS)
          .mapToDouble(k -> Math.pow((double) k / MissRatioCurve.STEPS, 2))
          .toArray();

  final SimulatedTenant tenant;
  final int server;
  final double demand;
  final double dataBytes;

  double guaranteedCache;
  double guaranteedHdfs;

  /** The part of the cache that it has, with what it borrows. */
  double cacheShare;

  /** Clients whose request is there; counted by {@link SharedServing} only. */
  double clients;

  // Since the last report.
  double operations;
  double misses;
  double waitSeconds;
  double readSeconds;
  double backlogSeconds;
  double waiting;

  TenantOnServer(SimulatedTenant tenant, int server) {
    this.tenant = tenant;
    this.server = server;
    this.demand = tenant.demandOn(server);
    this.dataBytes = Math.max(1, tenant.bytesOn(server));
    this.clients = tenant.clients * demand;
  }

  void reserve(Reservation reservation) {
    guaranteedCache = reservation.cacheShare();
    guaranteedHdfs = reservation.hdfsShare();
  }

  /** The part of the cache that holds all its data; it fills no more. */
  double fullShare() {
    return dataBytes / SimulatedHardware.CACHE_BYTES;
  }

  double missRatio() {
    return missRatio(cacheShare);
  }

  double missRatio(double share) {
    return Math.max(0, 1 - share / fullShare());
  }

  /** Operations per second with parts of the cache and of the disk, if nothing else limits it. */
  double most(double share, double hdfsShare) {
    double missRatio = missRatio(share);
    double carried = hdfsShare * SimulatedHardware.READS_PER_SECOND;
    double limit = SimulatedHardware.MAX_OPERATIONS;
    return carried >= missRatio * limit ? limit : carried / missRatio;
  }

  /** What it did in a window, and forgets it. */
  TenantUsage report(double seconds) {
    double perSecond = operations / seconds;
    double missesPerSecond = misses / seconds;
    double hits = perSecond * (1 + OTHER_LOOKUPS) - missesPerSecond;
    double backlog = Math.min(MAX_BACKLOG, backlogSeconds / seconds);
    TenantUsage usage =
        TenantUsage.builder(tenant.id)
            .operations(RequestKind.GET, perSecond)
            .keyRepeatRatio(KEY_REPEAT_RATIO)
            .cache(
                (long) (Math.min(cacheShare, fullShare()) * SimulatedHardware.CACHE_BYTES),
                (long) (guaranteedCache * SimulatedHardware.CACHE_BYTES),
                hits,
                missesPerSecond)
            .hdfs(missesPerSecond * SimulatedHardware.BLOCK_BYTES, 0)
            .handlerFraction(perSecond * SimulatedHardware.OPERATION_SECONDS)
            .queue((int) waiting, 0, backlog)
            .waits(0, waitSeconds / seconds, readSeconds / seconds)
            .missRatioCurve(missRatioCurve(perSecond, seconds))
            .build();
    operations = 0;
    misses = 0;
    waitSeconds = 0;
    readSeconds = 0;
    backlogSeconds = 0;
    return usage;
  }

  private MissRatioCurve missRatioCurve(double perSecond, double seconds) {
    double[] hits = new double[MissRatioCurve.STEPS];
    double before = 0;
    for (int k = 0; k < hits.length; k++) {
      double within = 1 - missRatio(STEPS[k]);
      hits[k] = perSecond * (within - before + (k == 0 ? OTHER_LOOKUPS : 0));
      before = within;
    }
    double lookups = perSecond * (1 + OTHER_LOOKUPS) * seconds;
    return perSecond > 0
        ? MissRatioCurve.of(hits, perSecond * (1 - before), lookups * FOLLOWED)
        : MissRatioCurve.NONE;
  }
}
