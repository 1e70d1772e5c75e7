package io.argus.regionserver.admission;

import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/**
 * How busy the processors of this machine, or container, were since the last look.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class ProcessorLoad {
  private ProcessorLoad() {}

  /** What answers the part that was busy, 0..1; -1 where the virtual machine does not say. */
  static DoubleSupplier ofThisMachine() {
    Object system = ManagementFactory.getOperatingSystemMXBean();
    try {
      return system instanceof com.sun.management.OperatingSystemMXBean
          ? ((com.sun.management.OperatingSystemMXBean) system)::getSystemCpuLoad
          : () -> -1;
    } catch (LinkageError e) {
      return () -> -1;
    }
  }
}
