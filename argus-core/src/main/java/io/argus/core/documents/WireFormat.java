package io.argus.core.documents;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import io.argus.core.page.ArgusPage;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the JSON (UTF-8) in which servers exchange and store plans and usage reports.
 * The reader validates a document, and ignores unknown members so that two versions of Argus can
 * talk.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class WireFormat {
  /**
   * Version of the format of plans. It grows when an older server would misunderstand a plan. That
   * server then keeps the plan it has, and says why.
   */
  private static final int PLAN_FORMAT = 1;

  private static final Gson GSON =
      new GsonBuilder().serializeSpecialFloatingPointValues().disableHtmlEscaping().create();

  private WireFormat() {}

  private static final class PlanDocument {
    private int format = 1;
    private long version = -1;
    private Plan.@Nullable Mode mode;
    private long createdMillis;
    private boolean borrowing = true;
    private @Nullable List<ReservationDocument> reservations;
    private @Nullable PlanExplanation explanation;
  }

  private static final class ReservationDocument {
    private @Nullable String tenant;
    private double weight = 1;
    private double cacheShare = Double.NaN;
    private double hdfsShare = Double.NaN;
  }

  public static byte[] write(Plan plan) {
    PlanDocument document = new PlanDocument();
    document.format = PLAN_FORMAT;
    document.version = plan.version();
    document.mode = plan.mode();
    document.createdMillis = plan.createdMillis();
    document.borrowing = plan.borrowing();
    document.explanation = plan.explanation();
    document.reservations = new ArrayList<>();
    for (Reservation reservation : plan.reservations()) {
      ReservationDocument entry = new ReservationDocument();
      entry.tenant = reservation.tenant().name();
      entry.weight = reservation.weight();
      entry.cacheShare = reservation.cacheShare();
      entry.hdfsShare = reservation.hdfsShare();
      document.reservations.add(entry);
    }
    return toBytes(document);
  }

  /**
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static Plan readPlan(byte[] bytes) {
    PlanDocument document = parse(bytes, PlanDocument.class, "plan");
    requireFormat("plan", document.format, PLAN_FORMAT);
    if (document.mode == null || document.reservations == null) {
      throw new IllegalArgumentException(
          "plan lacks 'mode' (AUTO, PINNED or EQUAL) or 'reservations'");
    }
    Collection<Reservation> reservations = new ArrayList<>();
    for (ReservationDocument entry : document.reservations) {
      if (entry == null || entry.tenant == null) {
        throw new IllegalArgumentException("a reservation of the plan lacks 'tenant'");
      }
      reservations.add(
          Reservation.of(
              TenantId.of(entry.tenant), entry.weight, entry.cacheShare, entry.hdfsShare));
    }
    return Plan.of(
        document.version,
        document.mode,
        document.createdMillis,
        document.borrowing,
        reservations,
        PlanExplanation.complete(document.explanation));
  }

  public static byte[] write(UsageReport report) {
    return toBytes(report);
  }

  /**
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static UsageReport readUsageReport(byte[] bytes) {
    UsageReport report = parse(bytes, UsageReport.class, "usage report");
    requireFormat("usage report", report.version(), ArgusPage.JSON_VERSION);
    if (report.server() == null || report.tenants() == null || report.components() == null) {
      throw new IllegalArgumentException("usage report lacks 'server', 'tenants' or 'components'");
    }
    String of = "usage report of " + report.server();
    requireFigure(of, "windowSeconds", report.windowSeconds());
    requireFigure(of, "cacheCapacityBytes", (double) report.cacheCapacityBytes());
    requireFigure(of, "hdfsCapacityBytesPerSecond", report.hdfsCapacityBytesPerSecond());
    if (report.windowSeconds() == 0) {
      throw new IllegalArgumentException(of + " has windowSeconds 0: must be above 0");
    }
    if (report.planVersion() < 0 || report.planVersion() > Plan.MAX_VERSION) {
      throw new IllegalArgumentException(
          String.format(
              "%s has planVersion %s: must be within 0..%s",
              of, report.planVersion(), Plan.MAX_VERSION));
    }
    for (ComponentStatus component : report.components()) {
      if (component == null
          || component.component() == null
          || component.state() == null
          || component.reason() == null) {
        throw new IllegalArgumentException(
            of + " has a component without 'component', 'state' or 'reason'");
      }
    }
    Set<TenantId> tenants = new HashSet<>();
    for (TenantUsage usage : report.tenants()) {
      requireSound(of, usage);
      if (!tenants.add(usage.tenant())) {
        throw new IllegalArgumentException(of + " names tenant " + usage.tenant() + " twice");
      }
    }
    return report;
  }

  private static void requireFormat(String what, int format, int known) {
    if (format > known) {
      throw new IllegalArgumentException(
          String.format(
              "%s has format %s, written by a newer Argus: this one reads formats up to %s; upgrade"
                  + " this server, or take the other one back",
              what, format, known));
    }
  }

  private static void requireSound(String of, TenantUsage usage) {
    if (usage == null || !usage.isComplete()) {
      throw new IllegalArgumentException(
          of
              + " has a tenant without name, operations by known kinds, or latencies, or with a"
              + " reuse curve that is not legal");
    }
    String tenant = of + ", tenant " + usage.tenant();
    for (double ops : usage.operationsPerSecond().values()) {
      requireFigure(tenant, "operationsPerSecond", ops);
    }
    requireFigure(tenant, "keyRepeatRatio", usage.keyRepeatRatio());
    requireFigure(tenant, "cacheBytes", (double) usage.cacheBytes());
    requireFigure(tenant, "cacheLimitBytes", (double) usage.cacheLimitBytes());
    requireFigure(tenant, "cacheHitsPerSecond", usage.cacheHitsPerSecond());
    requireFigure(tenant, "cacheMissesPerSecond", usage.cacheMissesPerSecond());
    requireFigure(tenant, "hdfsReadBytesPerSecond", usage.hdfsReadBytesPerSecond());
    requireFigure(tenant, "hdfsWrittenBytesPerSecond", usage.hdfsWrittenBytesPerSecond());
    requireFigure(tenant, "compactionReadBytesPerSecond", usage.compactionReadBytesPerSecond());
    requireFigure(tenant, "handlerFraction", usage.handlerFraction());
    requireFigure(tenant, "queueWaitFraction", usage.queueWaitFraction());
    requireFigure(tenant, "hdfsWaitFraction", usage.hdfsWaitFraction());
    requireFigure(tenant, "hdfsReadFraction", usage.hdfsReadFraction());
    requireFigure(tenant, "queueLength", usage.queueLength());
    requireFigure(tenant, "rejectedPerSecond", usage.rejectedPerSecond());
    requireFigure(tenant, "backlogFraction", usage.backlogFraction());
  }

  private static void requireFigure(String of, String member, double figure) {
    if (!(figure >= 0) || Double.isInfinite(figure)) {
      throw new IllegalArgumentException(
          of + " has " + member + " " + figure + ": must be finite and not negative");
    }
  }

  private static byte[] toBytes(Object document) {
    return GSON.toJson(document).getBytes(StandardCharsets.UTF_8);
  }

  private static <T> T parse(byte[] bytes, Class<T> type, String what) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      T document = GSON.fromJson(text, type);
      if (document == null) {
        throw new IllegalArgumentException(what + " is empty: must be a JSON object");
      }
      return document;
    } catch (CharacterCodingException | JsonParseException e) {
      throw new IllegalArgumentException(what + " cannot be read: " + e.getMessage(), e);
    }
  }
}
