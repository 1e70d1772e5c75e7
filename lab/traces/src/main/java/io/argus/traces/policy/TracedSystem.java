package io.argus.traces.policy;

import io.argus.traces.access.Trace;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A system of the comparison.
 *
 * @param name in tables and options
 * @param policy counts its hits
 */
public record TracedSystem(String name, Kind kind, Policy policy) {

  /** What a system is compared as. */
  public enum Kind {
    ARGUS,
    /** A replacement policy that Argus does not use. */
    CANDIDATE,
    HBASE,
    /** The most popular blocks, held from beginning to end; only where popularities stay. */
    STATIC_OPTIMUM,
    /** What no cache exceeds. */
    OPTIMUM
  }

  /** All systems, in the order of the table. */
  private static final List<TracedSystem> ALL =
      List.of(
          new TracedSystem("argus", Kind.ARGUS, new RealCache(ArgusCache::new)),
          new TracedSystem("second-chance", Kind.CANDIDATE, Candidate.policy(SecondChance::new)),
          new TracedSystem("SIEVE", Kind.CANDIDATE, Candidate.policy(Sieve::new)),
          new TracedSystem("S3-FIFO", Kind.CANDIDATE, Candidate.policy(S3Fifo::new)),
          new TracedSystem("LRU", Kind.HBASE, new RealCache(HBaseCache::lru)),
          new TracedSystem("TinyLFU", Kind.HBASE, new RealCache(HBaseCache::tinyLfu)),
          new TracedSystem("AdaptiveLRU", Kind.HBASE, new RealCache(HBaseCache::adaptiveLru)),
          new TracedSystem("static", Kind.STATIC_OPTIMUM, new StaticOptimum()),
          new TracedSystem("Belady", Kind.OPTIMUM, new Belady()));

  public static List<TracedSystem> all() {
    return ALL;
  }

  public static TracedSystem named(String name) {
    return ALL.stream()
        .filter(
            system -> system.name.toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("system is " + name + "; choose " + names()));
  }

  /** The names of all systems, for people. */
  public static String names() {
    return ALL.stream().map(TracedSystem::name).collect(Collectors.joining(", "));
  }

  /** Whether its hits on that pattern mean anything. */
  public boolean appliesTo(Trace trace) {
    return kind != Kind.STATIC_OPTIMUM || trace.pattern().stationary();
  }

  /** See {@link Policy#hits}. */
  public BitSet hits(Trace trace, int cacheBlocks) {
    return policy.hits(trace, cacheBlocks);
  }
}
