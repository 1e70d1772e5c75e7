package io.argus.core.documents;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.page.ArgusPage;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Reservation.ClassShares;
import io.argus.core.plan.Resource;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Figure;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
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
  private static final int PLAN_FORMAT = 2;

  /** No figure of a report is greater, so that sums and products of figures are finite. */
  private static final double MAX_FIGURE = 1e19;

  /** Names of nodes are made of it, and it is shown everywhere. */
  private static final Pattern SERVER = Pattern.compile("[A-Za-z0-9_.,:%\\[\\]-]{1,300}");

  private static final Gson GSON =
      new GsonBuilder().serializeSpecialFloatingPointValues().disableHtmlEscaping().create();

  private WireFormat() {}

  private static final class PlanDocument {
    private int format = 1;
    private long version = -1;
    private Plan.@Nullable Mode mode;
    private long createdMillis;
    private @Nullable Long untilMillis;
    private boolean borrowing = true;
    private @Nullable List<ReservationDocument> reservations;
    private @Nullable Long ownSharesSince;
    private @Nullable List<SharesDocument> servers;
    private @Nullable PlanExplanation explanation;
  }

  private static final class SharesDocument {
    private int format = 1;
    private @Nullable String server;
    private long since = -1;
    private @Nullable List<ReservationDocument> reservations;
  }

  private static final class ReservationDocument {
    private @Nullable String tenant;
    private double weight = 1;
    private @Nullable Map<String, Object> shares;
    private @Nullable List<ClassDocument> classes;
  }

  private static final class ClassDocument {
    private @Nullable String name;
    private @Nullable Map<String, Object> shares;
  }

  /** Writes a plan with the shares of all its servers. */
  public static byte[] write(Plan plan) {
    PlanDocument document = document(plan);
    if (!plan.servers().isEmpty()) {
      document.servers = new ArrayList<>();
      plan.servers().values().forEach(shares -> document.servers.add(document(shares)));
    }
    return toBytes(document);
  }

  /** Writes a plan without the shares of its servers, which are documents of their own. */
  public static byte[] writeClusterWide(Plan plan) {
    PlanDocument document = document(plan);
    if (plan.ownSharesSince() <= Plan.MAX_VERSION) {
      document.ownSharesSince = plan.ownSharesSince();
    }
    return toBytes(document);
  }

  public static byte[] write(ServerShares shares) {
    return toBytes(document(shares));
  }

  private static PlanDocument document(Plan plan) {
    PlanDocument document = new PlanDocument();
    document.format = PLAN_FORMAT;
    document.version = plan.version();
    document.mode = plan.mode();
    document.createdMillis = plan.createdMillis();
    document.untilMillis = plan.untilMillis() == 0 ? null : plan.untilMillis();
    document.borrowing = plan.borrowing();
    document.explanation = plan.explanation();
    document.reservations = documents(plan.reservations());
    return document;
  }

  private static SharesDocument document(ServerShares shares) {
    SharesDocument document = new SharesDocument();
    document.format = PLAN_FORMAT;
    document.server = shares.server();
    document.since = shares.since();
    document.reservations = documents(shares.reservations());
    return document;
  }

  private static List<ReservationDocument> documents(Collection<Reservation> reservations) {
    List<ReservationDocument> entries = new ArrayList<>();
    for (Reservation reservation : reservations) {
      ReservationDocument entry = new ReservationDocument();
      entry.tenant = reservation.tenant().name();
      entry.weight = reservation.weight();
      entry.shares = document(reservation::share);
      for (ClassShares each : reservation.classes()) {
        entry.classes = entry.classes == null ? new ArrayList<>() : entry.classes;
        ClassDocument ofClass = new ClassDocument();
        ofClass.name = each.name();
        ofClass.shares = document(each::share);
        entry.classes.add(ofClass);
      }
      entries.add(entry);
    }
    return entries;
  }

  private static Map<String, Object> document(ToDoubleFunction<Resource> shares) {
    Map<String, Object> document = new LinkedHashMap<>();
    for (Resource resource : Resource.values()) {
      double share = shares.applyAsDouble(resource);
      if (!Double.isNaN(share)) {
        document.put(resource.key(), share);
      }
    }
    return document;
  }

  /**
   * Reads a plan, with the shares of its servers or without them.
   *
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static Plan readPlan(byte[] bytes) {
    PlanDocument document = parse(bytes, PlanDocument.class, "plan");
    Plan plan = plan(document);
    return document.ownSharesSince == null
        ? plan
        : plan.withOwnSharesSince(document.ownSharesSince);
  }

  /**
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static ServerShares readServerShares(byte[] bytes) {
    return shares(parse(bytes, SharesDocument.class, "shares of a server"));
  }

  private static Plan plan(PlanDocument document) {
    requireFormat("plan", document.format, PLAN_FORMAT);
    if (document.mode == null || document.reservations == null) {
      throw new IllegalArgumentException(
          "plan lacks 'mode' (AUTO, PINNED or EQUAL) or 'reservations'");
    }
    List<ServerShares> servers = new ArrayList<>();
    if (document.servers != null) {
      document.servers.forEach(entry -> servers.add(shares(entry)));
    }
    return Plan.of(
            document.version,
            document.mode,
            document.createdMillis,
            document.borrowing,
            reservations("plan", document.reservations),
            servers,
            PlanExplanation.complete(document.explanation))
        .until(document.untilMillis == null ? 0 : document.untilMillis);
  }

  private static ServerShares shares(@Nullable SharesDocument document) {
    if (document == null || document.server == null || document.reservations == null) {
      throw new IllegalArgumentException("shares of a server lack 'server' or 'reservations'");
    }
    requireServer("shares of a server", document.server);
    String what = "shares of server " + document.server;
    requireFormat(what, document.format, PLAN_FORMAT);
    return ServerShares.of(
        document.server, document.since, reservations(what, document.reservations));
  }

  private static List<Reservation> reservations(String of, List<ReservationDocument> entries) {
    List<Reservation> reservations = new ArrayList<>();
    for (ReservationDocument entry : entries) {
      if (entry == null || entry.tenant == null) {
        throw new IllegalArgumentException("a reservation of the " + of + " lacks 'tenant'");
      }
      TenantId tenant = TenantId.of(entry.tenant);
      String what = "reservation of tenant " + tenant;
      Reservation reservation = Reservation.of(tenant, entry.weight, shares(what, entry.shares));
      reservations.add(
          entry.classes == null
              ? reservation
              : reservation.withClasses(classes(what, entry.classes)));
    }
    return reservations;
  }

  private static List<ClassShares> classes(String of, List<ClassDocument> entries) {
    List<ClassShares> classes = new ArrayList<>();
    for (ClassDocument entry : entries) {
      if (entry == null || entry.name == null) {
        throw new IllegalArgumentException("a class in the " + of + " lacks 'name'");
      }
      classes.add(ClassShares.of(entry.name, shares("class in the " + of, entry.shares)));
    }
    return classes;
  }

  /**
   * Resources that this version does not know are ignored, whatever their values are. Documents of
   * earlier versions have no CPU shares.
   */
  private static ToDoubleFunction<Resource> shares(
      String of, @Nullable Map<String, Object> document) {
    return resource -> {
      Object share = document == null ? null : document.get(resource.key());
      if (share == null && resource == Resource.CPU) {
        return Double.NaN;
      }
      if (!(share instanceof Double)) {
        throw new IllegalArgumentException(
            "the " + of + " has no number for '" + resource.key() + "' in 'shares'");
      }
      return (Double) share;
    };
  }

  public static byte[] write(UsageReport report) {
    return toBytes(report);
  }

  /**
   * Reads a usage report: a compact one, which may leave out idle tenants, or the JSON of a region
   * server's page.
   *
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static UsageReport readUsageReport(byte[] bytes) {
    if (ReportCodec.isCompact(bytes)) {
      return readNumberedReport(bytes).report();
    }
    UsageReport report = parse(bytes, UsageReport.class, "usage report");
    requireSound(report);
    return report;
  }

  /**
   * Reads a compact usage report.
   *
   * @throws IllegalArgumentException naming what is wrong with it
   */
  public static NumberedReport readNumberedReport(byte[] bytes) {
    NumberedReport numbered = ReportCodec.read(bytes);
    requireSound(numbered.report());
    return numbered;
  }

  private static void requireSound(UsageReport report) {
    requireFormat("usage report", report.version(), ArgusPage.JSON_VERSION);
    if (report.server() == null || report.tenants() == null || report.components() == null) {
      throw new IllegalArgumentException("usage report lacks 'server', 'tenants' or 'components'");
    }
    requireServer("usage report", report.server());
    String of = "usage report of " + report.server();
    requireFigure(of, "windowSeconds", report.windowSeconds());
    requireFigure(of, "cacheCapacityBytes", (double) report.cacheCapacityBytes());
    requireFigure(of, "hdfsCapacityBytesPerSecond", report.hdfsCapacityBytesPerSecond());
    ServerCpu cpu = report.cpu();
    requireFigure(of, "cpu.available", cpu.available());
    requireFigure(of, "cpu.machineBusy", cpu.machineBusy());
    requireFigure(of, "cpu.serverBusy", cpu.serverBusy());
    requireFigure(of, "cpu.unattributed", cpu.unattributed());
    if (report.windowSeconds() == 0) {
      throw new IllegalArgumentException(of + " has windowSeconds 0: must be above 0");
    }
    if (report.planVersion() < 0 || report.planVersion() > Plan.MAX_VERSION) {
      throw new IllegalArgumentException(
          String.format(
              "%s has planVersion %s: must be within 0..%s",
              of, report.planVersion(), Plan.MAX_VERSION));
    }
    if (!report.setup().isComplete()) {
      throw new IllegalArgumentException(of + " has a setup in which something is null");
    }
    for (ComponentStatus component : report.components()) {
      if (component == null || !component.isComplete()) {
        throw new IllegalArgumentException(
            of + " has a component without 'component', 'state' or 'reason'");
      }
    }
    for (UsageReport.ClassUsage each : report.classes()) {
      if (each == null || !each.isSound()) {
        throw new IllegalArgumentException(
            of + " has a class with a name that is not legal, or a figure that is none");
      }
    }
    for (UsageReport.Runaway each : report.runaways()) {
      if (each == null || !each.isSound()) {
        throw new IllegalArgumentException(
            of + " has a runaway request with a name that is not legal, or without what it used");
      }
    }
    Set<TenantId> tenants = new HashSet<>();
    for (TenantUsage usage : report.tenants()) {
      requireSound(of, usage);
      if (!tenants.add(usage.tenant())) {
        throw new IllegalArgumentException(of + " names tenant " + usage.tenant() + " twice");
      }
    }
  }

  private static void requireServer(String what, String server) {
    if (!SERVER.matcher(server).matches() || server.equals(".") || server.equals("..")) {
      throw new IllegalArgumentException(
          what
              + " is of server '"
              + Shortened.of(server)
              + "': must be host, port and start code of a region server");
    }
  }

  static void requireFormat(String what, int format, int known) {
    if (format > known) {
      throw new IllegalArgumentException(
          String.format(
              "%s has format %s, written by a newer Argus: this one reads formats up to %s; upgrade"
                  + " this server, or take the other one back",
              what, format, known));
    }
  }

  private static void requireSound(String of, TenantUsage usage) {
    if (usage == null) {
      throw new IllegalArgumentException(of + " has a tenant without name");
    }
    String tenant = of + ", tenant " + usage.tenant();
    for (Figure figure : Figure.values()) {
      requireFigure(tenant, figure.key(), usage.get(figure), figure.max());
    }
    requireFigure(tenant, "missRatioCurve", usage.missRatioCurve().lookupsPerSecond());
  }

  private static void requireFigure(String of, String member, double figure) {
    requireFigure(of, member, figure, MAX_FIGURE);
  }

  private static void requireFigure(String of, String member, double figure, double max) {
    if (!(figure >= 0) || figure > max) {
      throw new IllegalArgumentException(
          of + " has " + member + " " + figure + ": must be within 0.." + max);
    }
  }

  private static byte[] toBytes(Object document) {
    return GSON.toJson(document).getBytes(StandardCharsets.UTF_8);
  }

  private static <T> T parse(byte[] bytes, Class<T> type, String what) {
    return JsonText.read(GSON, bytes, type, what);
  }
}
