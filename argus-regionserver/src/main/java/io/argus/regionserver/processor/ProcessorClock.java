package io.argus.regionserver.processor;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * The processor clocks of the virtual machine.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ProcessorClock {
  private ProcessorClock() {}

  private static long unknown() {
    return -1;
  }

  /** Processor time of the calling thread, ns; -1 where the virtual machine does not say. */
  public static LongSupplier ofThisThread() {
    try {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      boolean known =
          threads.isCurrentThreadCpuTimeSupported()
              && threads.isThreadCpuTimeEnabled()
              && threads.getCurrentThreadCpuTime() >= 0;
      return known ? threads::getCurrentThreadCpuTime : ProcessorClock::unknown;
    } catch (RuntimeException | LinkageError e) {
      return ProcessorClock::unknown;
    }
  }

  /** Processor time of a thread by its id, ns; -1 where the virtual machine does not say. */
  public static LongUnaryOperator ofThreads() {
    try {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      boolean known = threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();
      return known ? threads::getThreadCpuTime : id -> unknown();
    } catch (RuntimeException | LinkageError e) {
      return id -> unknown();
    }
  }

  /** Processor time of this process, ns; -1 where the virtual machine does not say. */
  public static LongSupplier ofThisProcess() {
    try {
      Object system = ManagementFactory.getOperatingSystemMXBean();
      return system instanceof com.sun.management.OperatingSystemMXBean
          ? ((com.sun.management.OperatingSystemMXBean) system)::getProcessCpuTime
          : ProcessorClock::unknown;
    } catch (RuntimeException | LinkageError e) {
      return ProcessorClock::unknown;
    }
  }
}
