package io.argus.core.documents;

import com.google.gson.Gson;
import io.argus.core.settings.ServerSetup;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Figure;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;

/**
 * The compact format in which region servers send usage reports to the master.
 *
 * <p>It begins with a byte that no JSON begins with, the version of the format, the number of the
 * report and that of the complete report it builds on, all at fixed places; it ends with a CRC-32.
 * Of a tenant it has a bit for each {@link Figure}, and those that are not 0 as floats; the
 * miss-ratio curve as numbers of variable length. The totals of all tenants follow, then the codes
 * of the reasons of all components and, if there are any, the classes of tenants and requests that
 * exceeded limits. A reader ignores what follows that, and does without what is missing.
 *
 * <p>Safe for use by any thread.
 */
public final class ReportCodec {
  private static final byte MAGIC = (byte) 0xA7;
  private static final byte VERSION = 2;
  private static final int HEADER_BYTES = 2 + 2 * Long.BYTES;
  private static final double CURVE_UNIT = 0.01;

  /** Least length of a tenant: its name, its bits, no miss-ratio curve. */
  private static final int MIN_TENANT_BYTES = 4;

  private static final int MAX_TENANTS = 10_000;

  /** Of more, a report of a few bytes for each would fill the memory of a master. */
  private static final int MAX_TENANTS_OF_REPORT = 100_000;

  private static final Map<String, TenantId> TENANTS = new ConcurrentHashMap<>();
  private static final Gson GSON = new Gson();

  private ReportCodec() {}

  /** Whether bytes are a report in this format, of whatever version, whole or not. */
  public static boolean isCompact(byte[] bytes) {
    return bytes.length > 0 && bytes[0] == MAGIC;
  }

  /**
   * The number of a report, from its header alone.
   *
   * @throws IllegalArgumentException if it is too short
   */
  public static long number(byte[] bytes) {
    return header(bytes, 2);
  }

  /** The number of the complete report that a report builds on, from its header alone. */
  public static long completeNumber(byte[] bytes) {
    return header(bytes, 2 + Long.BYTES);
  }

  /** Whether a report is as it was written; what is in it may still be wrong. */
  public static boolean isWhole(byte[] bytes) {
    int end = bytes.length - Integer.BYTES;
    return isCompact(bytes)
        && end >= HEADER_BYTES
        && ByteBuffer.wrap(bytes).getInt(end) == checksum(bytes, end);
  }

  private static long header(byte[] bytes, int at) {
    if (!isCompact(bytes) || bytes.length < HEADER_BYTES) {
      throw new IllegalArgumentException("usage report of " + bytes.length + " bytes is cut off");
    }
    return ByteBuffer.wrap(bytes).getLong(at);
  }

  public static byte[] write(NumberedReport numbered) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(MAGIC);
      out.writeByte(VERSION);
      out.writeLong(numbered.number());
      out.writeLong(numbered.completeNumber());
      writeNumber(out, numbered.leftOut());
      writeServer(out, numbered.report());
      out.writeByte(Figure.COUNT);
      writeNumber(out, numbered.report().tenants().size());
      for (TenantUsage usage : numbered.report().tenants()) {
        writeTenant(out, usage);
      }
      writeTotals(out, numbered.report().tenants());
      for (ComponentStatus component : numbered.report().components()) {
        writeText(out, component.code());
      }
      UsageReport report = numbered.report();
      if (!report.classes().isEmpty() || !report.runaways().isEmpty()) {
        writeText(out, GSON.toJson(report.classes()));
      }
      if (!report.runaways().isEmpty()) {
        writeText(out, GSON.toJson(report.runaways()));
      }
      out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new IllegalStateException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }

  private static void writeServer(DataOutputStream out, UsageReport report) throws IOException {
    writeText(out, report.server());
    out.writeLong(report.endMillis());
    out.writeDouble(report.windowSeconds());
    out.writeLong(report.planVersion());
    out.writeLong(report.cacheCapacityBytes());
    out.writeDouble(report.hdfsCapacityBytesPerSecond());
    writeCpu(out, report.cpu());
    writeNumber(out, report.components().size());
    for (ComponentStatus component : report.components()) {
      writeText(out, component.component());
      writeText(out, component.state().name());
      writeText(out, component.reason());
    }
    writeText(out, report.setup() == ServerSetup.UNKNOWN ? "" : GSON.toJson(report.setup()));
  }

  private static void writeCpu(DataOutputStream out, ServerCpu cpu) throws IOException {
    writeNumber(out, cpu.available());
    out.writeFloat((float) cpu.machineBusy());
    out.writeFloat((float) cpu.serverBusy());
    out.writeFloat((float) cpu.unattributed());
  }

  private static void writeTenant(DataOutputStream out, TenantUsage usage) throws IOException {
    writeText(out, usage.tenant().name());
    byte[] bits = new byte[(Figure.COUNT + 7) / 8];
    for (Figure figure : Figure.values()) {
      if ((float) usage.get(figure) != 0) {
        bits[figure.index() / 8] |= (byte) (1 << (figure.index() % 8));
      }
    }
    out.write(bits);
    for (Figure figure : Figure.values()) {
      if ((float) usage.get(figure) != 0) {
        out.writeFloat((float) usage.get(figure));
      }
    }
    writeCurve(out, usage.missRatioCurve());
  }

  private static void writeTotals(DataOutputStream out, List<TenantUsage> tenants)
      throws IOException {
    out.writeByte(UsageCounter.COUNT);
    for (TenantUsage usage : tenants) {
      long[] totals = usage.totals().toArray();
      byte[] bits = new byte[(totals.length + 7) / 8];
      for (int i = 0; i < totals.length; i++) {
        bits[i / 8] |= (byte) (totals[i] != 0 ? 1 << (i % 8) : 0);
      }
      out.write(bits);
      for (long total : totals) {
        if (total != 0) {
          writeNumber(out, total);
        }
      }
    }
  }

  private static void writeCurve(DataOutputStream out, MissRatioCurve curve) throws IOException {
    int steps = curve.knownSteps();
    boolean known = curve.samples() > 0;
    out.writeByte(known ? steps + 1 : 0);
    if (known) {
      out.writeFloat((float) curve.samples());
      out.writeFloat((float) curve.others());
      for (int k = 0; k < steps; k++) {
        writeNumber(out, Math.round(curve.hits(k) / CURVE_UNIT));
      }
    }
  }

  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    writeNumber(out, bytes.length);
    out.write(bytes);
  }

  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  private static void writeNumber(DataOutputStream out, long number) throws IOException {
    long rest = number;
    while ((rest & ~0x7FL) != 0) {
      out.writeByte((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  private static int checksum(byte[] bytes, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /**
   * Reads a report. Takes no more memory than some hundred times its length. Figures may still be
   * what no figure can be.
   *
   * @throws IllegalArgumentException naming what is wrong with it
   */
  static NumberedReport read(byte[] bytes) {
    long number = number(bytes);
    long completeNumber = completeNumber(bytes);
    WireFormat.requireFormat("usage report", bytes[1], VERSION);
    if (bytes[1] < VERSION) {
      throw new IllegalArgumentException(
          "usage report has format "
              + bytes[1]
              + ", written by an older Argus: this one reads format "
              + VERSION
              + "; upgrade the region server, and restart it");
    }
    if (!isWhole(bytes) || completeNumber > number) {
      throw new IllegalArgumentException(
          "usage report of " + bytes.length + " bytes is damaged or cut off");
    }
    try {
      int end = bytes.length - Integer.BYTES;
      ByteBuffer in = ByteBuffer.wrap(bytes, HEADER_BYTES, end - HEADER_BYTES);
      int leftOut = (int) Math.max(0, Math.min(Integer.MAX_VALUE, readNumber(in)));
      UsageReport report = readReport(in);
      return NumberedReport.partial(number, completeNumber, leftOut, report);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("usage report cannot be read: " + e, e);
    }
  }

  private static UsageReport readReport(ByteBuffer in) {
    String server = readText(in);
    long endMillis = in.getLong();
    double windowSeconds = in.getDouble();
    long planVersion = in.getLong();
    long cacheCapacityBytes = in.getLong();
    double hdfsCapacity = in.getDouble();
    ServerCpu cpu =
        new ServerCpu((int) readNumber(in), in.getFloat(), in.getFloat(), in.getFloat());
    List<ComponentStatus> components = new ArrayList<>();
    for (int left = readCount(in, 3); left > 0; left--) {
      components.add(ComponentStatus.of(readText(in), state(readText(in)), readText(in), ""));
    }
    String setup = readText(in);
    List<TenantUsage> tenants = readTenants(in);
    if (in.hasRemaining()) {
      components.replaceAll(each -> each.withCode(readText(in)));
    }
    List<UsageReport.ClassUsage> classes =
        in.hasRemaining()
            ? readList(readText(in), UsageReport.ClassUsage[].class, "classes")
            : Collections.emptyList();
    List<UsageReport.Runaway> runaways =
        in.hasRemaining()
            ? readList(readText(in), UsageReport.Runaway[].class, "runaways")
            : Collections.emptyList();
    UsageReport report =
        new UsageReport(
                server,
                endMillis,
                windowSeconds,
                planVersion,
                cacheCapacityBytes,
                hdfsCapacity,
                components,
                tenants)
            .with(cpu)
            .withClasses(classes)
            .withRunaways(runaways);
    ServerSetup read =
        setup.isEmpty()
            ? null
            : JsonText.read(
                GSON, setup.getBytes(StandardCharsets.UTF_8), ServerSetup.class, "setup");
    return read == null ? report : report.with(read);
  }

  private static <T> List<T> readList(String json, Class<T[]> type, String what) {
    T[] read = JsonText.read(GSON, json.getBytes(StandardCharsets.UTF_8), type, what);
    return read == null ? Collections.emptyList() : Arrays.asList(read);
  }

  private static ComponentStatus.State state(String name) {
    for (ComponentStatus.State state : ComponentStatus.State.values()) {
      if (state.name().equals(name)) {
        return state;
      }
    }
    throw new IllegalArgumentException(
        "usage report has a component in state '" + Shortened.of(name) + "', which is unknown");
  }

  private static List<TenantUsage> readTenants(ByteBuffer in) {
    int figures = in.get() & 0xFF;
    byte[] bits = new byte[(figures + 7) / 8];
    int count = readCount(in, MIN_TENANT_BYTES);
    if (count > MAX_TENANTS_OF_REPORT) {
      throw new IllegalArgumentException(
          "usage report has " + count + " tenants: must be " + MAX_TENANTS_OF_REPORT + " at most");
    }
    List<TenantUsage.Builder> tenants = new ArrayList<>(count);
    while (tenants.size() < count) {
      TenantUsage.Builder usage = TenantUsage.builder(tenant(readText(in)));
      in.get(bits);
      for (int i = 0; i < figures; i++) {
        double value = (bits[i / 8] & (1 << (i % 8))) != 0 ? in.getFloat() : 0;
        if (i < Figure.COUNT) {
          usage.set(Figure.at(i), value);
        }
      }
      tenants.add(usage.missRatioCurve(readCurve(in)));
    }
    readTotals(tenants, in);
    List<TenantUsage> all = new ArrayList<>(count);
    tenants.forEach(tenant -> all.add(tenant.build()));
    return all;
  }

  private static void readTotals(List<TenantUsage.Builder> tenants, ByteBuffer in) {
    int counters = in.get() & 0xFF;
    byte[] bits = new byte[(counters + 7) / 8];
    long[] totals = new long[Math.max(counters, UsageCounter.COUNT)];
    for (TenantUsage.Builder tenant : tenants) {
      in.get(bits);
      for (int i = 0; i < counters; i++) {
        totals[i] = (bits[i / 8] & (1 << (i % 8))) != 0 ? readNumber(in) : 0;
      }
      tenant.totals(UsageCounters.of(totals));
    }
  }

  /** The same object for the same name, since a master holds each tenant once for each server. */
  private static TenantId tenant(String name) {
    TenantId known = TENANTS.get(name);
    if (known == null) {
      known = TenantId.of(name);
      if (TENANTS.size() < MAX_TENANTS) {
        TENANTS.put(name, known);
      }
    }
    return known;
  }

  private static MissRatioCurve readCurve(ByteBuffer in) {
    int steps = in.get() - 1;
    if (steps < 0) {
      return MissRatioCurve.NONE;
    }
    double samples = in.getFloat();
    double others = in.getFloat();
    double[] hits = new double[MissRatioCurve.STEPS];
    for (int k = 0; k < steps; k++) {
      double hit = readNumber(in) * CURVE_UNIT;
      if (k < hits.length) {
        hits[k] = hit;
      }
    }
    return MissRatioCurve.of(hits, others, samples);
  }

  private static String readText(ByteBuffer in) {
    byte[] bytes = new byte[readCount(in, 1)];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A number of things that each have some bytes that still follow. */
  private static int readCount(ByteBuffer in, int leastBytes) {
    long count = readNumber(in);
    if (count < 0 || count > in.remaining() / leastBytes) {
      throw new IllegalArgumentException("usage report has a count of " + count);
    }
    return (int) count;
  }

  private static long readNumber(ByteBuffer in) {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = in.get();
      number |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IllegalArgumentException("usage report has a number of more than 64 bits");
  }
}
