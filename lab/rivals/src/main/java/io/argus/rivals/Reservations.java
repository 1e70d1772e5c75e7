package io.argus.rivals;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the parts of a region server tell each other of its tenants: what they do alone, what they
 * did lately, what is planned for them, and what they give away.
 *
 * <p>Safe for use by any thread.
 */
final class Reservations {
  private volatile Map<String, Double> isolatedThroughputs = Map.of();
  private volatile Map<String, Double> hdfsShares = Map.of();
  private volatile Map<String, Double> givenAway = Map.of();
  private final Map<String, Seen> seen = new ConcurrentHashMap<>();

  private static final class Seen {
    final LongAdder operations = new LongAdder();
    final KeyRepeats keys = new KeyRepeats();
  }

  /**
   * Throughput of each tenant when it runs alone, in operations per second on this server; empty
   * while nobody has said which tenants run together.
   */
  Map<String, Double> isolatedThroughputs() {
    return isolatedThroughputs;
  }

  void isolatedThroughputs(Map<String, Double> throughputs) {
    isolatedThroughputs = Map.copyOf(throughputs);
  }

  /** Planned shares of the credits, 0..1; of tenants that it lacks, equal ones. */
  Map<String, Double> hdfsShares() {
    return hdfsShares;
  }

  void hdfsShares(Map<String, Double> shares) {
    hdfsShares = Map.copyOf(shares);
  }

  /** The part of its credits that each tenant gave away in the last refill, 0..1. */
  Map<String, Double> givenAway() {
    return givenAway;
  }

  void givenAway(Map<String, Double> parts) {
    givenAway = Map.copyOf(parts);
  }

  /** An operation of a tenant has ended. */
  void completed(String tenant) {
    of(tenant).operations.increment();
  }

  /** A tenant accesses a row. */
  void accessed(String tenant, int hashOfRow) {
    of(tenant).keys.accessed(hashOfRow);
  }

  /** Operations of a tenant since the last call. */
  long takeOperations(String tenant) {
    return of(tenant).operations.sumThenReset();
  }

  /** The key repeat ratio of each tenant that was seen, 0..1. */
  Map<String, Double> keyRepeatRatios() {
    Map<String, Double> ratios = new HashMap<>();
    seen.forEach((tenant, of) -> ratios.put(tenant, of.keys.ratio()));
    return ratios;
  }

  /** Forgets the rows that were accessed. */
  void forgetKeys() {
    seen.values().forEach(of -> of.keys.forget());
  }

  private Seen of(String tenant) {
    Seen known = seen.get(tenant);
    return known != null ? known : seen.computeIfAbsent(tenant, name -> new Seen());
  }
}
