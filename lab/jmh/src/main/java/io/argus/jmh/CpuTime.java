package io.argus.jmh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time per operation of all threads of the process, kernel time included. It is what an
 * operation costs others, and other work on the machine disturbs it less than elapsed time.
 *
 * <p>Used by one thread.
 */
public final class CpuTime implements InternalProfiler {
  static final String LABEL = "cpu";

  private final OperatingSystemMXBean process =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private long startNanos;

  @Override
  public String getDescription() {
    return "CPU time per operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    startNanos = process.getProcessCpuTime();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double nanos = process.getProcessCpuTime() - startNanos;
    double operations = result.getMetadata().getAllOps();
    return List.of(new ScalarResult(LABEL, nanos / operations, "ns/op", AggregationPolicy.AVG));
  }
}
