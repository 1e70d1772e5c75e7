package io.argus.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * The state of every hook of one server, told to a log when it changes.
 *
 * <p>Safe for use by any thread.
 */
public final class HookRegistry {
  private final ConcurrentSkipListMap<String, HookStatus> statuses = new ConcurrentSkipListMap<>();
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
