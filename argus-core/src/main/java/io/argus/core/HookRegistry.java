package io.argus.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The state of every hook of one server, told to a log when it changes.
 *
 * <p>Safe for use by any thread.
 */
public final class HookRegistry {
  private final ConcurrentSkipListMap<String, HookStatus> statuses = new ConcurrentSkipListMap<>();
  private final ConcurrentHashMap<String, AtomicLong> faults = new ConcurrentHashMap<>();
  private final Consumer<HookStatus> log;

  /**
   * @param log told each status that differs from the hook's status before
   */
  public HookRegistry(Consumer<HookStatus> log) {
    this.log = log;
  }

  public void active(String hook) {
    put(HookStatus.active(hook));
  }

  public void inactive(String hook, String reason) {
    put(HookStatus.inactive(hook, reason));
  }

  /**
   * Notes that a hook failed once and left the request to HBase. Told to the log at the 1st, 2nd,
   * 4th, 8th... time, so that a fault in every request does not flood it.
   */
  public void fault(String hook, Throwable fault) {
    long count = faults.computeIfAbsent(hook, h -> new AtomicLong()).incrementAndGet();
    HookStatus status = HookStatus.faulty(hook, count, fault);
    HookStatus before = statuses.get(hook);
    if (before == null || before.isActive()) {
      statuses.put(hook, status);
    }
    if (Long.bitCount(count) == 1) {
      log.accept(status);
    }
  }

  private void put(HookStatus status) {
    HookStatus before = statuses.put(status.hook(), status);
    if (before == null || !before.toString().equals(status.toString())) {
      log.accept(status);
    }
  }

  /** The hooks in the order of their names. */
  public List<HookStatus> statuses() {
    return new ArrayList<>(statuses.values());
  }
}
