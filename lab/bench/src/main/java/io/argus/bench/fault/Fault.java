package io.argus.bench.fault;

import static io.argus.load.basics.Argument.require;

import java.io.IOException;
import java.util.Optional;

/**
 * Something that breaks in a cluster, and how it is fixed.
 *
 * @param name such as {@code kill-regionserver}
 * @param what happens, in a line
 * @param seconds from the end of {@code inject} to {@code heal}
 * @param prepare what has to be there before the load is measured
 * @param inject breaks it; what lasts longer belongs here, too
 * @param heal fixes it; also runs if {@code inject} failed
 * @param restore makes the cluster again what it was, after the load was measured
 * @param limit says why a cluster cannot have it
 */
public record Fault(
    String name,
    String what,
    int seconds,
    Step prepare,
    Step inject,
    Step heal,
    Step restore,
    Limit limit) {

  public Fault {
    require(name.matches("[a-z][a-z0-9-]*"), "fault", name, "lower-case words with hyphens");
    require(seconds >= 0, "seconds", seconds, "at least 0");
  }

  /** A fault that every cluster can have. */
  public Fault(String name, String what, int seconds, Step inject, Step heal) {
    this(name, what, seconds, site -> {}, inject, heal, site -> {}, site -> Optional.empty());
  }

  /** A fault that needs no fixing. */
  public Fault(String name, String what, int seconds, Step inject) {
    this(name, what, seconds, inject, site -> {});
  }

  /** Does something to the cluster. */
  @FunctionalInterface
  public interface Step {
    void on(FaultSite site) throws IOException, InterruptedException;
  }

  /** Says why the fault cannot be had there; empty if it can. */
  @FunctionalInterface
  public interface Limit {
    Optional<String> on(FaultSite site);
  }

  /** The same fault, but only where this has no objection. */
  public Fault where(Limit narrower) {
    return new Fault(name, what, seconds, prepare, inject, heal, restore, narrower);
  }

  /** The same fault after this preparation, of a cluster that may have it. */
  public Fault after(Step preparation) {
    return new Fault(name, what, seconds, preparation, inject, heal, restore, limit);
  }

  /** The same fault, after which this makes the cluster what it was. */
  public Fault restoredBy(Step restoration) {
    return new Fault(name, what, seconds, prepare, inject, heal, restoration, limit);
  }
}
