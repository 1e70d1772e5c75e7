package io.argus.regionserver.handler;

import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.IoTenant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One tenant as handler admission knows it: its classes, its requests in flight and what its
 * requests cost lately.
 *
 * <p>Guarded by the handler lock.
 *
 * @param <R> type of a request
 */
final class HandlerTenant<R> {
  /** The costs of further tables are taken together, so that memory is bounded. */
  private static final int MAX_TABLES = 256;

  private static final Object OTHER_TABLES = new Object();

  /** The same tenant as I/O admission knows it. */
  final IoTenant io;

  /** Not guarded. */
  final CpuUse cpu = new CpuUse();

  /** Its requests that the host queues and runs by itself. Not guarded. */
  final HostCounts host = new HostCounts();

  /** How it uses the slots of requests that do not write. */
  final HandlerSlots.Use<R> reads;

  /** How it uses the slots of requests that write. */
  final HandlerSlots.Use<R> writes;

  /** What they may use of the CPU, together, while cores are busy. */
  final CpuCredit<HandlerSlots.Use<R>> cpuCredit;

  /** Whether its writes wait for that, and whether {@link WriteTurns} lists it for that. */
  boolean waitsForCpu;

  boolean listedForCpu;

  private final Map<Object, Map<RequestKind, RequestCosts>> costs = new HashMap<>();

  /** Holds the requests that no rule puts into another class. */
  final HandlerClass<R> defaultClass;

  /** All of its classes. Replaced as a whole; any thread may read it. */
  private volatile List<HandlerClass<R>> classes;

  /** How many of them have had a request lately. */
  int activeClasses;

  /** Requests in flight that use none, as they wait for HDFS or pause. */
  int blocked;

  final CapBucket cap = new CapBucket();

  /** Whether none of its requests may begin, because of its cap. */
  private boolean capped;

  private final Hold heldWrites = new Hold();

  /** Requests that had to wait because of its cap, or were sent away. */
  long heldByCap;

  /** Writes that had to wait because it holds more of the memstores than its part. */
  long writesHeld;

  /** How often its long calls waited, as calls under SLOs on p99 needed the cores. */
  long callsHeld;

  /** Its own SLOs on p99; null if it has none. */
  @Nullable LatencySlo latencySlo;

  /** Whether the tenant has had a request lately. */
  boolean active;

  boolean usedSinceSweep;
  long lastUsedNanos;
  boolean backlogged;
  boolean forgotten;
  long rejected;

  /** Requests that a handler has taken. */
  long requests;

  HandlerTenant(
      IoTenant io, HandlerSlots<R> readSlots, HandlerSlots<R> writeSlots, long quantumNanos) {
    this.io = io;
    reads = readSlots.newUse(this, quantumNanos);
    writes = writeSlots.newUse(this, quantumNanos);
    cpuCredit = new CpuCredit<>(readSlots.ring, reads.flow, quantumNanos);
    defaultClass = new HandlerClass<>(RequestClasses.DEFAULT, this, io.defaultClass());
    classes = Collections.singletonList(defaultClass);
  }

  TenantId id() {
    return io.id();
  }

  RequestCosts costs(Object table, RequestKind kind) {
    Map<RequestKind, RequestCosts> ofTable = costs.get(table);
    if (ofTable == null) {
      Object shared = costs.size() < MAX_TABLES ? table : OTHER_TABLES;
      ofTable = costs.computeIfAbsent(shared, any -> new EnumMap<>(RequestKind.class));
    }
    RequestCosts known = ofTable.get(kind);
    if (known != null) {
      return known;
    }
    RequestCosts made = new RequestCosts(kind);
    ofTable.put(kind, made);
    return made;
  }

  /** Whether none of its requests may begin, because of its cap. */
  boolean isCapped() {
    return capped;
  }

  /** Sets whether its cap lets none of its requests begin. */
  void capped(boolean isCapped, long nowNanos) {
    capped = isCapped;
    classes.forEach(each -> each.followCaps(nowNanos));
  }

  /** Whether it or one of its classes has a cap. */
  boolean hasCaps() {
    for (HandlerClass<R> each : classes) {
      if (each.cap.limits()) {
        return true;
      }
    }
    return cap.limits();
  }

  /** Whether its writes wait, as it holds more of the memstores than its part. */
  boolean holdsWrites() {
    return heldWrites.isOn();
  }

  /** Sets whether its writes wait, and lets those through that did for as long as they may. */
  void holdWrites(boolean hold, long nowNanos) {
    if (hold != heldWrites.isOn()) {
      heldWrites.set(hold, nowNanos);
    }
    for (HandlerClass<R> each : classes) {
      each.writesLetThrough = hold ? each.queue.writesHeldLongEnough(nowNanos) : 0;
    }
  }

  /** For how long its writes have waited for that, up to now. */
  long heldNanos(long nowNanos) {
    return heldWrites.nanos(nowNanos);
  }

  List<HandlerClass<R>> classes() {
    return classes;
  }

  /** Whether it has several classes. */
  boolean isDivided() {
    return classes.size() > 1;
  }

  /** Returns the class of that name, null if there is none so far. Any thread may call this. */
  @Nullable HandlerClass<R> find(String name) {
    if (name.equals(defaultClass.name)) {
      return defaultClass;
    }
    for (HandlerClass<R> each : classes) {
      if (each.name.equals(name)) {
        return each;
      }
    }
    return null;
  }

  HandlerClass<R> addClass(String name, long now) {
    HandlerClass<R> added = new HandlerClass<>(name, this, io.newClass());
    added.lastUsedNanos = now;
    added.followCaps(now);
    List<HandlerClass<R>> more = new ArrayList<>(classes);
    more.add(added);
    classes = more;
    return added;
  }

  /**
   * Looks which classes are still active, and forgets those without a request since a time.
   *
   * @param activeSince when a class that is active was used, at the earliest
   * @param keptSince when a class that is kept was used, at the earliest
   */
  void sweepClasses(long activeSince, long keptSince, long now) {
    if (!isDivided()) {
      return;
    }
    List<HandlerClass<R>> kept = new ArrayList<>();
    activeClasses = 0;
    for (HandlerClass<R> each : classes) {
      if (each.hasRequests()) {
        each.lastUsedNanos = now;
      }
      each.active = each.lastUsedNanos - activeSince >= 0;
      activeClasses += each.active ? 1 : 0;
      each.forgotten = each != defaultClass && each.lastUsedNanos - keptSince <= 0;
      if (!each.forgotten) {
        kept.add(each);
      }
    }
    if (kept.size() < classes.size()) {
      classes = kept;
    }
  }

  int queued() {
    if (!isDivided()) {
      return defaultClass.queue.length();
    }
    int queued = 0;
    for (HandlerClass<R> each : classes) {
      queued += each.queue.length();
    }
    return queued;
  }

  long queuedOperations() {
    long operations = 0;
    for (HandlerClass<R> each : classes) {
      operations += each.queue.operations();
    }
    return operations;
  }

  long queuedBytes() {
    long bytes = 0;
    for (HandlerClass<R> each : classes) {
      bytes += each.queue.bytes();
    }
    return bytes;
  }

  /** Whether one of its requests needs a grant of {@link BulkGrants} to go on. */
  boolean awaitsGrant() {
    for (HandlerClass<R> each : classes) {
      if (!each.awaitGrant.isEmpty() || each.queue.hasLong()) {
        return true;
      }
    }
    return false;
  }

  /** Removes and returns what is queued. */
  List<R> drain() {
    List<R> drained = new ArrayList<>();
    classes.forEach(each -> drained.addAll(each.queue.drain()));
    return drained;
  }

  double expectedBlocked() {
    double expected = 0;
    for (HandlerClass<R> each : classes) {
      expected += each.expectedBlocked();
    }
    return expected;
  }

  /** Others keep its requests waiting from now on, if they did not before. */
  void enterBacklog(long nowNanos) {
    if (!backlogged) {
      backlogged = true;
      io.backlog().enter(nowNanos);
    }
  }

  void leaveBacklog(long nowNanos) {
    if (backlogged) {
      backlogged = false;
      io.backlog().leave(nowNanos);
    }
  }

  /** Requests that use a handler slot. */
  int running() {
    return reads.running() + writes.running();
  }

  boolean hasRequests() {
    int inHandlers = running() + reads.stalled + writes.stalled;
    return queued() > 0 || inHandlers > 0 || blocked > 0;
  }
}
