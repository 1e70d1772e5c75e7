package io.argus.regionserver.cpu;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * CPU time of the Java threads of this process since the last look, by their role. A thread that
 * ended meanwhile is left out. Threads of the virtual machine itself, such as its collector's and
 * compiler's, are no Java threads.
 *
 * <p>Not safe for use by several threads.
 */
public final class ThreadTimes {
  private static final class Known {
    final ThreadRole role;
    long nanos;

    Known(ThreadRole role) {
      this.role = role;
    }
  }

  private final Function<String, ThreadRole> roles;
  private Map<Long, Known> threads = new HashMap<>();

  /**
   * @param roles the role of a thread by its name
   */
  public ThreadTimes(Function<String, ThreadRole> roles) {
    this.roles = roles;
  }

  /** Returns ns by role since the last call; the first time since each thread began. */
  public Map<ThreadRole, Long> sinceLast() {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    Map<ThreadRole, Long> sums = new EnumMap<>(ThreadRole.class);
    Map<Long, Known> alive = new HashMap<>();
    for (long id : bean.getAllThreadIds()) {
      Known known = threads.get(id);
      if (known == null) {
        ThreadInfo thread = bean.getThreadInfo(id);
        known = new Known(thread == null ? ThreadRole.OTHER : roles.apply(thread.getThreadName()));
      }
      alive.put(id, known);
      long nanos = bean.getThreadCpuTime(id);
      if (nanos > known.nanos) {
        sums.merge(known.role, nanos - known.nanos, Long::sum);
        known.nanos = nanos;
      }
    }
    threads = alive;
    return sums;
  }
}
