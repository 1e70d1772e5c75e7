package io.argus.regionserver.cpu;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/**
 * How busy the CPU of this machine, or container, is. The virtual machine answers for the time
 * since anybody asked it last, so that only one thread is to {@link #poll}.
 *
 * <p>Safe for use by any thread.
 */
public final class CpuLoad {
  private final DoubleSupplier machine;

  @GuardedBy("this")
  private double sum;

  @GuardedBy("this")
  private int looks;

  /**
   * @param machine what answers the part that was busy, 0..1, since the last look; below 0 or NaN
   *     if it is not known
   */
  public CpuLoad(DoubleSupplier machine) {
    this.machine = machine;
  }

  /** What answers the part that was busy, 0..1; -1 where the virtual machine does not say. */
  public static DoubleSupplier ofThisMachine() {
    Object system = ManagementFactory.getOperatingSystemMXBean();
    try {
      return system instanceof com.sun.management.OperatingSystemMXBean
          ? ((com.sun.management.OperatingSystemMXBean) system)::getSystemCpuLoad
          : () -> -1;
    } catch (LinkageError e) {
      return () -> -1;
    }
  }

  /** Returns the part that was busy since the last look; below 0 or NaN if it is not known. */
  public double poll() {
    double load = machine.getAsDouble();
    if (load >= 0) {
      add(load);
    }
    return load;
  }

  private synchronized void add(double load) {
    sum += load;
    looks++;
  }

  /** Returns the mean of the looks since the last call, 0..1; 0 if there was none. */
  public synchronized double mean() {
    double mean = looks == 0 ? 0 : sum / looks;
    sum = 0;
    looks = 0;
    return mean;
  }
}
