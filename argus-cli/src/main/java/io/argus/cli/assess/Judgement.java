package io.argus.cli.assess;

import static io.argus.core.text.Text.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether Argus would help a cluster, whom and how much, from what its servers did without it.
 *
 * <p>Argus divides disk, handlers and CPU of a server among tenants. So it helps if one of them is
 * the limit of a server, and a tenant there has much less than an equal part. In HBase a tenant has
 * the part that its calls are of all calls in progress. Argus gives each an equal part, and what
 * one cannot use to others. By Little's law, calls per second times time per call are under way,
 * and a tenant cannot use more than they do at once. Nor can a call be faster than without a wait.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Judgement {
  /** Calls per second of a tenant or a server below which it is idle. */
  static final double MIN_CALLS = 1;

  /** Reads under way that keep a disk busy: Argus itself never allows fewer. */
  static final double BUSY_DISK_READS = 4;

  /** A disk that answers faster on average has no queue worth dividing. */
  static final double SLOW_DISK_MILLIS = 5;

  /** Wait in the call queue, on average, from which handlers are the limit. */
  static final double LONG_QUEUE_MILLIS = 5;

  /** Use of all cores from which CPU is the limit if the disk is not. */
  static final double BUSY_CPU = 0.85;

  /** Part of the time from which the garbage collector is the limit. */
  static final double BUSY_COLLECTOR = 0.10;

  /** Part of the time for which writes wait for flushes, from which these are the limit. */
  static final double BLOCKED_WRITES = 0.10;

  /** Gain in throughput from which a tenant would notice Argus. */
  static final double MIN_GAIN = 1.5;

  /** What limits a server. */
  enum Bottleneck {
    DISK("the disk", true),
    HANDLERS("the number of handlers", true),
    CPU("CPU", true),
    COLLECTOR("the garbage collector", false),
    FLUSHES("the pace of flushes", false),
    NONE("nothing", false);

    final String words;

    /** Whether Argus divides it among tenants. */
    final boolean divided;

    Bottleneck(String words, boolean divided) {
      this.words = words;
      this.divided = divided;
    }
  }

  /** The answer, and for what reason. */
  enum Verdict {
    HELPS,
    /** Hardly any calls. */
    IDLE,
    ONE_TENANT,
    /** Nobody waits. */
    NO_BOTTLENECK,
    /** What limits the servers is nothing that Argus divides. */
    OTHER_BOTTLENECK,
    /** Tenants wait, but none has much less than an equal part. */
    EVEN
  }

  /** One tenant in the whole cluster. Immutable; its fields are members of the JSON. */
  static final class Tenant {
    final String tenant;
    final double callsPerSecond;

    /** Also in the call queue. */
    final double millisPerCall;

    final double queueMillis;

    /** Part of all calls in progress, 0..1. */
    final double partOfCallsInProgress;

    /** Predicted calls per second with Argus / those without it. */
    final double gain;

    private Tenant(String tenant, Sums sums, double allInProgress) {
      this.tenant = tenant;
      callsPerSecond = sums.calls;
      queueMillis = sums.calls == 0 ? 0 : sums.queued / sums.calls * 1e3;
      millisPerCall = queueMillis + (sums.calls == 0 ? 0 : sums.inProgress / sums.calls * 1e3);
      partOfCallsInProgress = allInProgress == 0 ? 0 : sums.inProgress / allInProgress;
      gain = sums.calls == 0 ? 1 : sums.predicted / sums.calls;
    }

    boolean gains() {
      return gain >= MIN_GAIN && callsPerSecond >= MIN_CALLS;
    }
  }

  /** Of one tenant on several servers. */
  private static final class Sums {
    private double calls;
    private double inProgress;
    private double queued;
    private double predicted;
  }

  final Verdict verdict;

  /** Those that gain most first. */
  final List<Tenant> tenants;

  /** What limits each server, by name. */
  final SortedMap<String, Bottleneck> bottlenecks;

  private Judgement(List<Tenant> tenants, SortedMap<String, Bottleneck> bottlenecks) {
    this.verdict = verdict(tenants, bottlenecks);
    this.tenants = Collections.unmodifiableList(tenants);
    this.bottlenecks = Collections.unmodifiableSortedMap(bottlenecks);
  }

  static Judgement of(List<ObservedServer> servers) {
    SortedMap<String, Bottleneck> bottlenecks = new TreeMap<>();
    SortedMap<String, Sums> sums = new TreeMap<>();
    for (ObservedServer server : servers) {
      Bottleneck bottleneck = bottleneck(server);
      bottlenecks.put(server.name, bottleneck);
      Map<String, Double> gains = gains(server, bottleneck);
      server.tenants.forEach(
          (tenant, calls) -> {
            Sums sum = sums.computeIfAbsent(tenant, t -> new Sums());
            sum.calls += calls.callsPerSecond;
            sum.inProgress += calls.inProgress;
            sum.queued += queued(calls, server);
            sum.predicted += calls.callsPerSecond * gains.getOrDefault(tenant, 1.0);
          });
    }
    double all = sums.values().stream().mapToDouble(sum -> sum.inProgress).sum();
    List<Tenant> tenants = new ArrayList<>();
    sums.forEach((tenant, sum) -> tenants.add(new Tenant(tenant, sum, all)));
    tenants.sort((one, other) -> Double.compare(other.gain, one.gain));
    return new Judgement(tenants, bottlenecks);
  }

  static Bottleneck bottleneck(ObservedServer server) {
    if (server.callsPerSecond < MIN_CALLS) {
      return Bottleneck.NONE;
    }
    if (server.collector >= BUSY_COLLECTOR) {
      return Bottleneck.COLLECTOR;
    }
    if (server.diskReadsInFlight() >= BUSY_DISK_READS
        && server.diskReadMillis >= SLOW_DISK_MILLIS) {
      return Bottleneck.DISK;
    }
    if (server.blockedWrites >= BLOCKED_WRITES) {
      return Bottleneck.FLUSHES;
    }
    if (server.cpu >= BUSY_CPU) {
      return Bottleneck.CPU;
    }
    return server.queueMillis >= LONG_QUEUE_MILLIS ? Bottleneck.HANDLERS : Bottleneck.NONE;
  }

  private static Verdict verdict(List<Tenant> tenants, SortedMap<String, Bottleneck> bottlenecks) {
    long active = tenants.stream().filter(each -> each.callsPerSecond >= MIN_CALLS).count();
    if (active == 0) {
      return Verdict.IDLE;
    }
    if (tenants.stream().anyMatch(Tenant::gains)) {
      return Verdict.HELPS;
    }
    if (active == 1) {
      return Verdict.ONE_TENANT;
    }
    if (bottlenecks.values().stream().allMatch(each -> each == Bottleneck.NONE)) {
      return Verdict.NO_BOTTLENECK;
    }
    return bottlenecks.values().stream().anyMatch(each -> each.divided)
        ? Verdict.EVEN
        : Verdict.OTHER_BOTTLENECK;
  }

  /** Calls of a tenant in the call queue. */
  private static double queued(TenantCalls calls, ObservedServer server) {
    return calls.callsPerSecond * server.queueMillis / 1e3;
  }

  /** Predicted throughput with Argus / without it, by tenant; empty if Argus changes nothing. */
  private static Map<String, Double> gains(ObservedServer server, Bottleneck bottleneck) {
    Map<String, Double> gains = new HashMap<>();
    if (!bottleneck.divided) {
      return gains;
    }
    boolean disk = bottleneck == Bottleneck.DISK;
    // Of a read, by Little's law, if no more reads are under way than keep the disk busy. Calls
    // that take less find most of their data in the cache: they do not want the disk.
    double promptRead =
        disk ? server.diskReadMillis * BUSY_DISK_READS / server.diskReadsInFlight() : 0;
    SortedMap<String, TenantCalls> sharing = new TreeMap<>(server.tenants);
    sharing.values().removeIf(calls -> calls.inProgress == 0 || calls.handlerMillis() < promptRead);
    double all = sharing.values().stream().mapToDouble(calls -> calls.inProgress).sum();
    double slots = disk ? Math.min(BUSY_DISK_READS, all) : all;
    Map<String, Double> usable = new HashMap<>();
    sharing.forEach(
        (tenant, calls) ->
            usable.put(tenant, Math.min(1, (calls.inProgress + queued(calls, server)) / slots)));
    Map<String, Double> equal = equalParts(usable);
    server.tenants.forEach(
        (tenant, calls) -> {
          double millis = calls.handlerMillis();
          if (millis > 0) {
            double prompt = disk ? Math.min(millis, promptRead) : millis;
            double byWait = (server.queueMillis + millis) / prompt;
            Double part = equal.get(tenant);
            gains.put(
                tenant, part == null ? byWait : Math.min(byWait, part / (calls.inProgress / all)));
          }
        });
    return gains;
  }

  /**
   * Divides 1 equally; what somebody cannot use, the others share.
   *
   * @param usable by name, each at most 1
   */
  static Map<String, Double> equalParts(Map<String, Double> usable) {
    List<Map.Entry<String, Double>> least = new ArrayList<>(usable.entrySet());
    least.sort(Map.Entry.comparingByValue());
    Map<String, Double> parts = new HashMap<>();
    double left = 1;
    for (int i = 0; i < least.size(); i++) {
      double part = Math.min(least.get(i).getValue(), left / (least.size() - i));
      parts.put(least.get(i).getKey(), part);
      left -= part;
    }
    return parts;
  }

  boolean helps() {
    return verdict == Verdict.HELPS;
  }

  /** The verdict in a sentence or two. */
  String sentence() {
    switch (verdict) {
      case HELPS:
        long gain = tenants.stream().filter(Tenant::gains).count();
        return format(
            "Argus would help: %s, and %d of %d tenants %s much less than an equal part.",
            limits(), gain, tenants.size(), gain == 1 ? "has" : "have");
      case IDLE:
        return "Nothing can be said: there are hardly any requests. Assess the cluster at its peak.";
      case ONE_TENANT:
        return "Argus would not help: only one tenant has requests.";
      case NO_BOTTLENECK:
        return "Argus would not help now: no tenant waits for another. Is this the cluster's peak?";
      case OTHER_BOTTLENECK:
        return "Argus would not help: " + limits() + ", which Argus does not divide.";
      default:
        return "Argus would not help: "
            + limits()
            + ", but no tenant has much less than an equal part.";
    }
  }

  /** Such as: the disk limits 3 of 4 region servers. */
  private String limits() {
    Map<Bottleneck, Integer> counts = new EnumMap<>(Bottleneck.class);
    for (Bottleneck each : bottlenecks.values()) {
      if (each.divided == (verdict != Verdict.OTHER_BOTTLENECK) && each != Bottleneck.NONE) {
        counts.merge(each, 1, Integer::sum);
      }
    }
    Map.@Nullable Entry<Bottleneck, Integer> most =
        counts.entrySet().stream().max(Map.Entry.comparingByValue()).orElse(null);
    return most == null
        ? ""
        : format(
            "%s limits %d of %d region servers",
            most.getKey().words, most.getValue(), bottlenecks.size());
  }
}
