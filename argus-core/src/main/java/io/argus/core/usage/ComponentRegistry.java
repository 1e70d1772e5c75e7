package io.argus.core.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The state of every component of Argus on one server.
 *
 * <p>Safe for use by any thread.
 */
public final class ComponentRegistry {
  private final ConcurrentSkipListMap<String, ComponentStatus> statuses =
      new ConcurrentSkipListMap<>();
  private final ConcurrentHashMap<String, AtomicLong> faults = new ConcurrentHashMap<>();
  private final Consumer<ComponentStatus> log;

  /**
   * @param log receives each status that differs from the component's previous one
   */
  public ComponentRegistry(Consumer<ComponentStatus> log) {
    this.log = log;
  }

  public void active(String component) {
    put(ComponentStatus.active(component));
  }

  public void disabled(String component, String reason) {
    put(ComponentStatus.disabled(component, reason));
  }

  public void unsupported(String component, String reason) {
    put(ComponentStatus.unsupported(component, reason));
  }

  public void failed(String component, String reason) {
    put(ComponentStatus.failed(component, reason));
  }

  /**
   * Counts an exception because of which a component left one request to HBase. Only the 1st, 2nd,
   * 4th, 8th and so on goes to the log, so that an exception in every request does not flood it.
   */
  public void fault(String component, Throwable fault) {
    long count = faults.computeIfAbsent(component, c -> new AtomicLong()).incrementAndGet();
    ComponentStatus status = ComponentStatus.faulty(component, count, fault);
    ComponentStatus before = statuses.get(component);
    if (before == null || before.isActive()) {
      statuses.put(component, status);
    }
    if (Long.bitCount(count) == 1) {
      log.accept(status);
    }
  }

  private void put(ComponentStatus status) {
    ComponentStatus before = statuses.put(status.component(), status);
    if (before == null || !before.toString().equals(status.toString())) {
      log.accept(status);
    }
  }

  /** All statuses in the order of the components' names. */
  public List<ComponentStatus> statuses() {
    return new ArrayList<>(statuses.values());
  }
}
