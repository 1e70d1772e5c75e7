package io.argus.bench.fault.rolling;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultSite;
import io.argus.cluster.runtime.Plugin;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An operator restarts all servers one after another, with what they had or with something else.
 * The cluster begins with one and ends with the other. Stateless.
 */
public final class RollingFaults {
  private static final String ORDER =
      "region server, 30 s, master, 30 s, the other region servers, one after another: ";

  private RollingFaults() {}

  public static List<Fault> all() {
    Function<FaultSite, Plugin> own = site -> site.system().plugin();
    Function<FaultSite, Plugin> stock = site -> Plugin.none();
    Function<FaultSite, Plugin> earlier = site -> site.versions().earlierArgus().orElseThrow();
    return List.of(
        fault("rolling-restart", "as they were", own, own),
        fault("rolling-upgrade", "from an earlier Argus to this one", earlier, own)
            .where(RollingFaults::needsEarlier),
        fault("rolling-downgrade", "from this Argus to an earlier one", own, earlier)
            .where(RollingFaults::needsEarlier),
        fault("rolling-install", "from stock HBase to Argus", stock, own)
            .where(RollingFaults::needsArgus),
        fault("rolling-uninstall", "from Argus to stock HBase", own, stock)
            .where(RollingFaults::needsArgus),
        hbaseUpgrade());
  }

  /** Comes last: the cluster keeps the later HBase. */
  private static Fault hbaseUpgrade() {
    return new Fault(
            "rolling-hbase-upgrade",
            "master, 30 s, a region server, 30 s, the other region servers: to a later HBase",
            0,
            site ->
                Rolling.toHBase(
                        site, site.system().plugin(), site.versions().laterHBase().orElseThrow())
                    .run())
        .after(site -> Rolling.begin(site, site.system().plugin()))
        .restoredBy(site -> Rolling.end(site, site.system().plugin()))
        .where(
            site ->
                site.versions().laterHBase().isPresent()
                    ? Optional.empty()
                    : Optional.of("no later HBase is given; see --later-hbase"));
  }

  private static Fault fault(
      String name,
      String what,
      Function<FaultSite, Plugin> before,
      Function<FaultSite, Plugin> after) {
    return new Fault(
            name,
            ORDER + what,
            0,
            site -> Rolling.toPlugin(site, before.apply(site), after.apply(site)).run(),
            site -> {})
        .after(site -> Rolling.begin(site, before.apply(site)))
        .restoredBy(site -> Rolling.end(site, after.apply(site)));
  }

  private static Optional<String> needsArgus(FaultSite site) {
    return site.hasArgus()
        ? Optional.empty()
        : Optional.of("stock HBase stays what it is; compare with rolling-restart");
  }

  private static Optional<String> needsEarlier(FaultSite site) {
    return needsArgus(site)
        .or(
            () ->
                site.versions().earlierArgus().isPresent()
                    ? Optional.empty()
                    : Optional.of("no earlier version is given; see --earlier"));
  }
}
