package io.argus.bench.scale;

import io.argus.core.documents.NumberedReport;
import io.argus.core.documents.ReportCodec;
import io.argus.core.documents.WireFormat;
import io.argus.core.usage.UsageReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Compares formats of a usage report: bytes, and CPU time to read one.
 *
 * <p>Used by one thread, whose CPU time it counts.
 */
public final class CodecComparison {
  private static final int TENANTS = 100;
  private static final int WARM_UPS = 300;
  private static final int READINGS = 300;

  private CodecComparison() {}

  /**
   * A format, per active tenant of a report of {@value #TENANTS}.
   *
   * @param readMicros CPU time to read it
   */
  public record Format(String format, double bytes, double readMicros) {}

  /** Reads a report, back to the usage of each tenant. */
  private interface Reader {
    UsageReport read(byte[] bytes) throws IOException;
  }

  /** Measures each format. */
  public static List<Format> run() throws IOException {
    UsageReport report =
        new SimulatedServer(0, new ClusterSize(1, TENANTS, 1)).report(1_800_000_000_000L, 2, 7);
    byte[] json = WireFormat.write(report);
    byte[] compact = ReportCodec.write(NumberedReport.complete(1, report));
    List<Format> formats = new ArrayList<>();
    formats.add(measure("JSON", json, WireFormat::readUsageReport));
    formats.add(
        measure(
            "JSON, deflated",
            deflated(json),
            bytes -> WireFormat.readUsageReport(inflated(bytes))));
    formats.add(measure("compact", compact, WireFormat::readUsageReport));
    formats.add(
        measure(
            "compact, deflated",
            deflated(compact),
            bytes -> WireFormat.readUsageReport(inflated(bytes))));
    return formats;
  }

  private static Format measure(String format, byte[] bytes, Reader reader) throws IOException {
    int read = 0;
    for (int i = 0; i < WARM_UPS; i++) {
      read += reader.read(bytes).tenants().size();
    }
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < READINGS; i++) {
      read += reader.read(bytes).tenants().size();
    }
    long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
    if (read != (WARM_UPS + READINGS) * TENANTS) {
      throw new IllegalStateException(format + " lost tenants");
    }
    return new Format(format, (double) bytes.length / TENANTS, nanos / 1e3 / READINGS / TENANTS);
  }

  private static byte[] deflated(byte[] bytes) throws IOException {
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
      out.write(bytes);
    }
    return deflated.toByteArray();
  }

  private static byte[] inflated(byte[] bytes) throws IOException {
    try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    }
  }
}
