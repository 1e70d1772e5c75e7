package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.Figure.Combination;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What counts of a report in the {@link ReportMean} with later ones: of its active tenants, the
 * figures and the miss-ratio curve, in one array, since a master keeps several of each server. As
 * servers send floats and whole hundredths, that loses nothing.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class PastReport {
  /** Of the others, the mean has what the last report has; queues count at a shift. */
  private static final Figure[] FIGURES =
      Arrays.stream(Figure.values())
          .filter(figure -> figure.ofTimes() != Combination.LAST || figure == Figure.QUEUE_LENGTH)
          .toArray(Figure[]::new);

  /** Also of the miss-ratio curve: its other lookups and samples. */
  private static final int NUMBERS = FIGURES.length + 2;

  /**
   * A bit for each number, whether they are floats, those that are not 0, the steps of the curve.
   */
  private static final int MAX_BYTES =
      Long.BYTES + 1 + Double.BYTES * NUMBERS + 1 + 10 * MissRatioCurve.STEPS;

  /** Lookups per second of a step are whole hundredths. */
  private static final double HUNDREDTHS = 100;

  private final double windowSeconds;
  private final ServerCpu cpu;
  private final TenantId[] tenants;
  private final byte[] usages;

  /** One tenant of the report. Valid until the next one is read. */
  static final class Usage {
    private TenantId tenant;

    /** By {@link Figure#index}. */
    final double[] figures = new double[Figure.COUNT];

    private final double[] numbers = new double[NUMBERS];
    private final float[] hits = new float[MissRatioCurve.STEPS];
    private int steps;
    private double others;
    private double samples;

    private Usage(TenantId tenant) {
      this.tenant = tenant;
    }

    TenantId tenant() {
      return tenant;
    }

    int queueLength() {
      return (int) figures[Figure.QUEUE_LENGTH.index()];
    }

    void addCurveTo(MissRatioCurve.Sum sum, double weight) {
      if (samples > 0) {
        sum.add(hits, steps, others, samples, weight);
      }
    }

    private void read(TenantId of, ByteBuffer in) {
      tenant = of;
      long known = in.getLong();
      boolean floats = in.get() != 0;
      for (int i = 0; i < NUMBERS; i++) {
        numbers[i] = (known & 1L << i) == 0 ? 0 : floats ? in.getFloat() : in.getDouble();
      }
      for (int i = 0; i < FIGURES.length; i++) {
        figures[FIGURES[i].index()] = numbers[i];
      }
      others = numbers[FIGURES.length];
      samples = numbers[FIGURES.length + 1];
      steps = in.get();
      for (int k = 0; k < steps; k++) {
        hits[k] = (float) (readNumber(in) / HUNDREDTHS);
      }
    }
  }

  private PastReport(double windowSeconds, ServerCpu cpu, TenantId[] tenants, byte[] usages) {
    this.windowSeconds = windowSeconds;
    this.cpu = cpu;
    this.tenants = tenants;
    this.usages = usages;
  }

  static PastReport of(UsageReport report) {
    TenantUsage[] active =
        report.tenants().stream().filter(usage -> !usage.isIdle()).toArray(TenantUsage[]::new);
    ByteBuffer out = ByteBuffer.allocate(active.length * MAX_BYTES);
    for (TenantUsage usage : active) {
      write(usage, out);
    }
    return new PastReport(
        report.windowSeconds(),
        report.cpu(),
        Arrays.stream(active).map(TenantUsage::tenant).toArray(TenantId[]::new),
        Arrays.copyOf(out.array(), out.position()));
  }

  private static void write(TenantUsage usage, ByteBuffer out) {
    MissRatioCurve curve = usage.missRatioCurve();
    double[] numbers = new double[NUMBERS];
    for (int i = 0; i < FIGURES.length; i++) {
      numbers[i] = usage.get(FIGURES[i]);
    }
    numbers[FIGURES.length] = curve.others();
    numbers[FIGURES.length + 1] = curve.samples();
    long known = 0;
    boolean floats = true;
    for (int i = 0; i < NUMBERS; i++) {
      known |= numbers[i] != 0 ? 1L << i : 0;
      floats &= (float) numbers[i] == numbers[i];
    }
    out.putLong(known).put((byte) (floats ? 1 : 0));
    for (double number : numbers) {
      if (number != 0 && floats) {
        out.putFloat((float) number);
      } else if (number != 0) {
        out.putDouble(number);
      }
    }
    int steps = curve.knownSteps();
    out.put((byte) steps);
    for (int k = 0; k < steps; k++) {
      writeNumber(out, Math.round(curve.hits(k) * HUNDREDTHS));
    }
  }

  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  private static void writeNumber(ByteBuffer out, long number) {
    long rest = number;
    for (; (rest & ~0x7FL) != 0; rest >>>= 7) {
      out.put((byte) (rest | 0x80));
    }
    out.put((byte) rest);
  }

  private static long readNumber(ByteBuffer in) {
    long number = 0;
    int shift = 0;
    byte next;
    do {
      next = in.get();
      number |= (long) (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    return number;
  }

  double windowSeconds() {
    return windowSeconds;
  }

  ServerCpu cpu() {
    return cpu;
  }

  /** Reads the active tenants one after the other. */
  void forEach(Consumer<Usage> reader) {
    if (tenants.length > 0) {
      ByteBuffer in = ByteBuffer.wrap(usages);
      Usage usage = new Usage(tenants[0]);
      for (TenantId tenant : tenants) {
        usage.read(tenant, in);
        reader.accept(usage);
      }
    }
  }

  /** Requests that wait at the end of the report, of the tenants that have any. */
  Map<TenantId, Integer> queues() {
    Map<TenantId, Integer> queues = new HashMap<>();
    forEach(
        usage -> {
          if (usage.queueLength() > 0) {
            queues.put(usage.tenant(), usage.queueLength());
          }
        });
    return queues;
  }
}
