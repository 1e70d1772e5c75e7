package io.argus.regionserver.processor;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * The processor clocks of the virtual machine.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ProcessorClock {
  private static final LongSupplier UNKNOWN = () -> -1;

  private ProcessorClock() {}

  /** Processor time of the calling thread, ns; -1 where the virtual machine does not say. */
  public static LongSupplier ofThisThread() {
    try {
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      boolean known =
          threads.isCurrentThreadCpuTimeSupported()
              && threads.isThreadCpuTimeEnabled()
              && threads.getCurrentThreadCpuTime() >= 0;
      return known ? threads::getCurrentThreadCpuTime : UNKNOWN;
    } catch (RuntimeException | LinkageError e) {
      return UNKNOWN;
    }
  }

  /** Processor time of this process, ns; -1 where the virtual machine does not say. */
  public static LongSupplier ofThisProcess() {
    try {
      Object system = ManagementFactory.getOperatingSystemMXBean();
      return system instanceof com.sun.management.OperatingSystemMXBean
          ? ((com.sun.management.OperatingSystemMXBean) system)::getProcessCpuTime
          : UNKNOWN;
    } catch (RuntimeException | LinkageError e) {
      return UNKNOWN;
    }
  }
}
