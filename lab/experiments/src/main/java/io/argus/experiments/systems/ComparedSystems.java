package io.argus.experiments.systems;

import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.Quotas;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.install.ArgusHome;
import io.argus.cluster.BlockCacheKind;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.runtime.Plugin;
import io.argus.core.settings.ServerSetup;
import io.argus.experiments.cluster.CommitBuild;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.EmbeddedRelease;
import io.argus.rivals.shares.DemandShares;
import io.argus.rivals.shares.DominantResourceFairness;
import io.argus.rivals.shares.EqualShares;
import io.argus.rivals.shares.RefillShares;
import io.argus.rivals.shares.SharePolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The systems that campaigns compare, by name: stock HBase, what its operators can tune, and Argus.
 *
 * <p>Used by one thread.
 */
public final class ComparedSystems {
  /** HBase's documentation advises this for gets beside scans, with 30 handlers. */
  private static final Map<String, String> CALL_QUEUES =
      Map.of(
          "hbase.ipc.server.callqueue.handler.factor", "0.5",
          "hbase.ipc.server.callqueue.read.ratio", "0.8",
          "hbase.ipc.server.callqueue.scan.ratio", "0.5");

  /**
   * HBase's remedy for clients with short timeouts: under overload, the newest call comes first.
   */
  private static final Map<String, String> CODEL =
      Map.of("hbase.ipc.server.callqueue.type", "codel");

  private static final Map<String, String> HANDLERS_300 =
      Map.of("hbase.regionserver.handler.count", "300");

  /** Servers look for changed quotas every second. */
  private static final Map<String, String> QUOTA =
      Map.of("hbase.quota.enabled", "true", "hbase.quota.refresh.period", "1000");

  /** Without this, quotas of bytes count the blocks that requests touch. */
  private static final Map<String, String> BYTES_DELIVERED =
      Map.of("hbase.quota.use.result.size.bytes", "true");

  /** How HBase replaces blocks on the heap; LRU if it is not set. */
  private static final String CACHE_POLICY = "hfile.block.cache.policy";

  private static final Map<String, String> TINYLFU = Map.of(CACHE_POLICY, "TinyLFU");

  private static final long BLOCK_BYTES = 64 << 10;

  private static final Map<String, String> RIVAL_SCHEDULER =
      Map.of(
          "hbase.region.server.rpc.scheduler.factory.class",
          "io.argus.rivals.RivalRpcSchedulerFactory");

  private static final Map<String, String> RIVAL_CACHE =
      Map.of(
          "hbase.coprocessor.regionserver.classes", "io.argus.rivals.RivalRegionServerCoprocessor");

  /** Policies that pin shares in place of Argus's planner. */
  private static final Map<String, SharePolicy> POLICIES =
      new TreeMap<>(
          Map.of(
              "equal-shares", new EqualShares(),
              "demand-shares", new DemandShares(),
              "refill-lp", new RefillShares(),
              "drf", new DominantResourceFairness()));

  /** Argus with the region moves that it advises. */
  public static final String WITH_PLACEMENT = "argus+placement";

  /** Argus with rows where they pay: all tables that a campaign loads may keep some. */
  static final String WITH_ROWS = "argus+rows";

  /** HBase's own scheduler and cache, with Argus counting what each tenant uses. */
  static final String OBSERVED = "argus-observe";

  /** Before the commit in the name of Argus of another commit, such as {@code argus@7bfb1f9}. */
  public static final String OF_COMMIT = "argus@";

  /** Refills count what was moved since the last one. */
  private static final double LAST_PERIOD = 1;

  private static final double SMOOTHED = 0.3;

  private final EmbeddedOptions embedded;
  private final ClientJvm clients;

  /**
   * @param embedded the options of the cluster that runs them
   */
  public ComparedSystems(EmbeddedOptions embedded, ClientJvm clients) {
    this.embedded = embedded;
    this.clients = clients;
  }

  /** The systems of those names, in that order, each once. */
  public List<SystemUnderTest> named(List<String> names, List<WorkloadMix> mixes)
      throws IOException {
    EmbeddedRelease release = embedded.release();
    List<String> choices = new ArrayList<>(release.systems());
    if (release.runsRivals()) {
      choices.add("argus-paper");
    }
    choices.addAll(POLICIES.keySet());
    choices.add(WITH_PLACEMENT);
    choices.add(WITH_ROWS);
    choices.add(OBSERVED);
    choices.add(OF_COMMIT + "COMMIT");
    String choice = "; choose of " + String.join(", ", choices);
    Map<String, SystemUnderTest> systems = new LinkedHashMap<>();
    for (String name : names) {
      if (!choices.contains(name) && !name.startsWith(OF_COMMIT)) {
        throw new IOException("system is " + name + choice + " for HBase " + release.label());
      }
      SystemUnderTest system =
          name.startsWith(OF_COMMIT)
              ? ofCommit(name.substring(OF_COMMIT.length()), mixes)
              : system(name, mixes);
      systems.putIfAbsent(system.name(), system);
    }
    if (systems.isEmpty()) {
      throw new IOException("systems are none" + choice);
    }
    return List.copyOf(systems.values());
  }

  /**
   * The systems of those names, for experiments that do not measure what tenants do alone.
   *
   * @throws IOException if one of them has to know it
   */
  public List<SystemUnderTest> withoutIsolatedThroughputs(List<String> names) throws IOException {
    List<SystemUnderTest> systems = named(names, List.of());
    for (SystemUnderTest system : systems) {
      if (system.preparation().needsIsolatedThroughputs()) {
        throw new IOException(
            "system is "
                + system.name()
                + ", which is set by what each tenant of a workload mix does alone, and that is not"
                + " measured here: choose others");
      }
    }
    return systems;
  }

  private SystemUnderTest ofCommit(String commit, List<WorkloadMix> mixes) throws IOException {
    CommitBuild build = EmbeddedOptions.commit(commit);
    Plugin weighted = embedded.release().argus(build).with(List.of(), weights(mixes));
    return new SystemUnderTest(OF_COMMIT + build.label(), configured(weighted, Map.of()));
  }

  private SystemUnderTest system(String name, List<WorkloadMix> mixes) throws IOException {
    return switch (name) {
      case "stock" -> new SystemUnderTest(name, Plugin.none());
      case "tinylfu" -> tuned(name, TINYLFU);
      case "adaptivelru" -> tuned(name, Map.of(CACHE_POLICY, "AdaptiveLRU"));
      case "callqueues" -> tuned(name, CALL_QUEUES);
      case "tinylfu+callqueues" -> tuned(name, both(TINYLFU, CALL_QUEUES));
      case "tuned" -> tuned(name, both(CALL_QUEUES, CODEL));
      case "handlers300" -> tuned(name, HANDLERS_300);
      case "quota" -> limited(name, Quotas.Rule.PART_OF_ISOLATED_THROUGHPUT, Map.of());
      case "handler-time" -> limited(name, Quotas.Rule.EQUAL_HANDLER_TIME, Map.of());
      case "byte-throttle" -> limited(name, Quotas.Rule.EQUAL_BYTES, BYTES_DELIVERED);
      case "acache" -> rival(name, onHeap(name), MixPreparation.NONE);
      case "wfq" -> rival(name, RIVAL_SCHEDULER, MixPreparation.NONE);
      case "drr-paper" -> withCredits(name, RIVAL_SCHEDULER);
      case "argus-paper" -> withCredits(name, both(RIVAL_SCHEDULER, onHeap(name)));
      case WITH_ROWS -> argus(name, mixes, Map.of("argus.rows.share", "0.75"), MixPreparation.NONE);
      case OBSERVED -> argus(name, mixes, Map.of("argus.mode", "observe"), MixPreparation.NONE);
      case WITH_PLACEMENT -> argus(name, mixes, Map.of(), new AdvisedPlacement(name));
      default -> argus(name, mixes, Map.of(), policy(name));
    };
  }

  private static MixPreparation policy(String name) {
    SharePolicy policy = POLICIES.get(name);
    return policy == null
        ? MixPreparation.NONE
        : new PolicyShares(name, policy, policy instanceof RefillShares ? LAST_PERIOD : SMOOTHED);
  }

  /** Argus under a name of its own, with further hbase-site properties. */
  public SystemUnderTest argus(
      String name, List<WorkloadMix> mixes, Map<String, String> site, MixPreparation preparation)
      throws IOException {
    Plugin weighted = embedded.release().argus().with(List.of(), weights(mixes));
    return new SystemUnderTest(name, configured(weighted, site), preparation);
  }

  /** The plugin with these properties and those of {@code --conf}, which win. */
  private Plugin configured(Plugin plugin, Map<String, String> site) {
    return plugin.with(List.of(), site).with(List.of(), embedded.conf());
  }

  private SystemUnderTest limited(String name, Quotas.Rule rule, Map<String, String> site) {
    return new SystemUnderTest(
        name, tuned(name, both(QUOTA, site)).plugin(), new Quotas(clients, rule));
  }

  private SystemUnderTest tuned(String name, Map<String, String> site) {
    return new SystemUnderTest(name, configured(new Plugin(name, List.of(), site), Map.of()));
  }

  private static Map<String, String> both(Map<String, String> one, Map<String, String> other) {
    Map<String, String> both = new TreeMap<>(one);
    both.putAll(other);
    return both;
  }

  private Map<String, String> onHeap(String name) throws IOException {
    if (embedded.blockCache() != BlockCacheKind.HEAP) {
      throw new IOException(
          "block cache is "
              + embedded.blockCache().name().toLowerCase(Locale.ROOT)
              + "; "
              + name
              + " divides HBase's LRU cache: choose heap");
    }
    return RIVAL_CACHE;
  }

  private SystemUnderTest withCredits(String policy, Map<String, String> entries) {
    Map<String, String> credits = Map.of("argus.rivals.credits", Long.toString(creditsPerPeriod()));
    boolean plans = policy.equals("argus-paper");
    return rival(policy, both(entries, credits), new PublishedThroughputs(plans));
  }

  private SystemUnderTest rival(
      String policy, Map<String, String> site, MixPreparation preparation) {
    Map<String, String> all = both(site, Map.of("argus.rivals.policy", policy));
    String name = "argus-rivals-" + ServerSetup.thisVersion() + ".jar";
    Path jar = ArgusHome.path().resolve("lab/rivals/target").resolve(name);
    Plugin plugin = configured(new Plugin(policy, List.of(jar), all), Map.of());
    return new SystemUnderTest(policy, plugin, preparation);
  }

  /**
   * The credits that an operator who knows the disk would set: 95 % of its reads in 2 s, a block
   * each.
   */
  private long creditsPerPeriod() {
    return Math.round(0.95 * 2 * embedded.diskReads() * BLOCK_BYTES);
  }

  private static Map<String, String> weights(List<WorkloadMix> mixes) {
    Map<String, Double> weights = new TreeMap<>();
    for (WorkloadMix mix : mixes) {
      for (TenantWorkload tenant : mix.tenants()) {
        if (tenant.weight() != 1) {
          weights.put(tenant.name(), tenant.weight());
        }
      }
    }
    if (weights.isEmpty()) {
      return Map.of();
    }
    return Map.of(
        "argus.tenant.shares",
        weights.entrySet().stream().map(Object::toString).collect(Collectors.joining(",")));
  }
}
