package io.argus.cli.doctor;

import static io.argus.core.text.Text.format;

import io.argus.cli.doctor.Finding.Severity;
import io.argus.cli.why.CpuUsed;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.Collections;
import java.util.function.ToDoubleFunction;

/** Findings on what limits each region server: HDFS, CPU, handlers, or nothing. Stateless. */
final class BottleneckFindings {
  /** Average number of waiting requests from which on there is a queue. */
  private static final double MIN_WAITING = 0.5;

  private static final double BUSY = 0.8;

  private BottleneckFindings() {}

  static void add(Evidence evidence, Findings findings) {
    for (UsageReport report : evidence.reports().values()) {
      String verdict = verdict(report);
      findings.add(
          Severity.NOTE, "bottleneck", report.server(), verdict + figures(report), verdict);
    }
  }

  private static String verdict(UsageReport report) {
    double waitHdfs = sum(report, TenantUsage::hdfsWaitFraction);
    double waitHandler = sum(report, TenantUsage::queueWaitFraction);
    int limit = report.setup().ioConcurrencyLimit();
    CpuUsed cpu = CpuUsed.of(Collections.singletonList(report));
    if (cpu.isBusy()) {
      return waitHdfs >= MIN_WAITING
          ? "the CPU is the bottleneck, and the disk (HDFS) for requests that miss the"
              + " block cache"
          : "the CPU is the bottleneck";
    } else if (waitHdfs >= MIN_WAITING && waitHdfs >= waitHandler) {
      return "the disk (HDFS) is the bottleneck";
    } else if (limit > 0 && sum(report, TenantUsage::hdfsReadFraction) >= BUSY * limit) {
      return "the disk (HDFS) is busy, but hardly any request waits for I/O";
    } else if (waitHandler >= MIN_WAITING) {
      return cpu.isKnown()
          ? "the handlers are the bottleneck, neither disk nor CPU"
          : "handlers or the CPU are the bottleneck, not the disk";
    } else {
      return "nothing is a bottleneck now, neither disk nor handlers";
    }
  }

  private static String figures(UsageReport report) {
    CpuUsed cpu = CpuUsed.of(Collections.singletonList(report));
    return format(
        ": on average %.1f of at most %s requests read from HDFS, %.1f wait for I/O, %.1f wait for a"
            + " handler, %.1f work in one of %s handlers%s",
        sum(report, TenantUsage::hdfsReadFraction),
        known(report.setup().ioConcurrencyLimit()),
        sum(report, TenantUsage::hdfsWaitFraction),
        sum(report, TenantUsage::queueWaitFraction),
        sum(report, TenantUsage::handlerFraction),
        known(report.setup().handlers()),
        cpu.isKnown() ? "; " + cpu.sentence() : "");
  }

  private static String known(int figure) {
    return figure == 0 ? "?" : Integer.toString(figure);
  }

  private static double sum(UsageReport report, ToDoubleFunction<TenantUsage> figure) {
    return report.tenants().stream().mapToDouble(figure).sum();
  }
}
