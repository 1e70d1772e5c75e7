package io.argus.regionserver.cpu;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * The CPU clocks of the virtual machine.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class CpuClock {
  private CpuClock() {}

  private static long unknown() {
    return -1;
  }

  /** CPU time of the calling thread, ns; -1 where the virtual machine does not say. */
  public static LongSupplier ofThisThread() {
    try {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      boolean known =
          threads.isCurrentThreadCpuTimeSupported()
              && threads.isThreadCpuTimeEnabled()
              && threads.getCurrentThreadCpuTime() >= 0;
      return known ? threads::getCurrentThreadCpuTime : CpuClock::unknown;
    } catch (RuntimeException | LinkageError e) {
      return CpuClock::unknown;
    }
  }

  /** CPU time of a thread by its id, ns; -1 where the virtual machine does not say. */
  public static LongUnaryOperator ofThreads() {
    try {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      boolean known = threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
      return known ? threads::getThreadCpuTime : id -> unknown();
    } catch (RuntimeException | LinkageError e) {
      return id -> unknown();
    }
  }

  /** CPU time of this process, ns; -1 where the virtual machine does not say. */
  public static LongSupplier ofThisProcess() {
    try {
      Object system = ManagementFactory.getOperatingSystemMXBean();
      return system instanceof com.sun.management.OperatingSystemMXBean
          ? ((com.sun.management.OperatingSystemMXBean) system)::getProcessCpuTime
          : CpuClock::unknown;
    } catch (RuntimeException | LinkageError e) {
      return CpuClock::unknown;
    }
  }
}
