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
  private final ConcurrentSkipListMap<Component, ComponentStatus> statuses =
      new ConcurrentSkipListMap<>();
  private final ConcurrentHashMap<Component, AtomicLong> faults = new ConcurrentHashMap<>();
  private final Consumer<ComponentStatus> log;

  /**
   * @param log receives each status that differs from the component's previous one
   */
  public ComponentRegistry(Consumer<ComponentStatus> log) {
    this.log = log;
  }

  public void active(Component component) {
    put(component, Reason.NONE, "");
  }

  /** Notes that an exception keeps a component from working. */
  public void failed(Component component, Throwable cause) {
    put(component, Reason.EXCEPTION, cause.toString());
  }

  /**
   * Notes that a component is in the state that belongs to a reason.
   *
   * @param detail such as a setting, an exception or the name of a class
   */
  public void put(Component component, Reason reason, String detail) {
    ComponentStatus status = ComponentStatus.of(component, reason, detail);
    ComponentStatus before = statuses.put(component, status);
    if (before == null || !before.toString().equals(status.toString())) {
      log.accept(status);
    }
  }

  /** Like {@link #put}, but the component is active if the detail is empty. */
  public void putUnlessEmpty(Component component, Reason reason, String detail) {
    put(component, detail.isEmpty() ? Reason.NONE : reason, detail);
  }

  /**
   * Counts an exception because of which a component left one request to HBase. Only the 1st, 2nd,
   * 4th, 8th and so on goes to the log, so that an exception in every request does not flood it.
   */
  public void fault(Component component, Throwable fault) {
    long count = faults.computeIfAbsent(component, c -> new AtomicLong()).incrementAndGet();
    ComponentStatus status =
        ComponentStatus.of(
            component,
            Reason.FAULTS,
            count + (count == 1 ? " fault: " : " faults, the last: ") + fault);
    ComponentStatus before = statuses.get(component);
    if (before == null || before.isActive()) {
      statuses.put(component, status);
    }
    if (Long.bitCount(count) == 1) {
      log.accept(status);
    }
  }

  /** All statuses in the order of the components' keys. */
  public List<ComponentStatus> statuses() {
    return new ArrayList<>(statuses.values());
  }
}
