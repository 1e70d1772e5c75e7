package io.argus.master.model;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import io.argus.core.performance.GridFunction;
import io.argus.core.performance.PerformanceFunction;
import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.JsonText;
import io.argus.master.planner.PlanningProblem;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of the tenants' models, so that a tool predicts with the same models that the master
 * plans with.
 *
 * <p>Not changed once written or read; safe for use by any thread.
 */
public final class ModelDocument {
  /** Its name among the cluster's documents. */
  public static final String DOCUMENT = "models";

  /** Steps of a grid, and most servers per tenant: the first that are small enough. */
  private static final int[][] DETAIL = {
    {20, Integer.MAX_VALUE}, {8, Integer.MAX_VALUE}, {8, 32}, {8, 8}, {6, 3}, {4, 1}
  };

  /** A document of ZooKeeper may have 1 MB. */
  private static final int MOST_BYTES = 900_000;

  /** No server of a tenant takes less, so that a document that is far too long is not written. */
  private static final int LEAST_PART_BYTES = 100;

  // As of the setting.
  private static final int LEAST_PIECES = 2;
  private static final int MOST_PIECES = 100_000;

  /** Products and sums of such figures are finite. */
  private static final double MOST_FIGURE = 1e18;

  /** A share, and what rounding adds. */
  private static final double MOST_SHARE = 1 + 1e-6;

  private static final double[] ONE = {1};
  private static final Gson GSON =
      new GsonBuilder().serializeSpecialFloatingPointValues().disableHtmlEscaping().create();

  private double alpha;
  private int pieces;
  private @Nullable List<Entry> tenants;

  /** A performance function; exactly one of bound and grid is there. */
  private static class FunctionEntry {
    private @Nullable String function;
    private boolean absolute;
    double bias;
    double cacheFill;
    private @Nullable ResourceBoundFunction bound;
    private double @Nullable [] cacheShares;
    private double @Nullable [] hdfsShares;
    private double @Nullable [][] operationsPerSecond;

    FunctionEntry(FunctionChoice choice, double bias, double cacheFill, int steps) {
      this.function = choice.name;
      this.absolute = choice.absolute;
      this.bias = bias;
      this.cacheFill = cacheFill;
      if (choice.function instanceof ResourceBoundFunction) {
        bound = (ResourceBoundFunction) choice.function;
      } else {
        GridFunction grid = grid(choice.function, steps);
        cacheShares = grid.cacheShares();
        hdfsShares = grid.hdfsShares();
        operationsPerSecond = grid.values();
      }
    }

    /** What was read, after all checks. */
    FunctionChoice choice(String why, double error) {
      requireWithin("bias", bias, MOST_FIGURE);
      requireWithin("cacheFill", cacheFill, MOST_SHARE);
      PerformanceFunction read =
          bound != null
              ? bound.checked()
              : GridFunction.of(
                  require(cacheShares, "cacheShares"),
                  require(hdfsShares, "hdfsShares"),
                  require(operationsPerSecond, "operationsPerSecond"));
      return new FunctionChoice(require(function, "function"), why, read, absolute, error);
    }
  }

  /** One tenant. */
  private static final class Entry extends FunctionEntry {
    private @Nullable String tenant;
    private double weight;
    private double throughput;
    private boolean demandLimited;
    private double isolatedThroughput;
    private double promised;
    private @Nullable String why;
    private double error;

    /** The tenant's servers; of many, only its most crowded ones. */
    private @Nullable List<PartEntry> parts;

    Entry(TenantModel model, int steps) {
      super(model.choice(), model.bias(), model.cacheFill(), steps);
      tenant = model.tenant().name();
      weight = model.weight();
      throughput = model.throughput();
      demandLimited = model.isDemandLimited();
      isolatedThroughput = model.isolatedThroughput();
      promised = model.promised();
      why = model.why();
      error = model.choice().error();
    }
  }

  /** A tenant on one server. */
  private static final class PartEntry extends FunctionEntry {
    private @Nullable String server;
    private double demandShare;
    private double operations;

    PartEntry(PartModel part, int steps) {
      super(part.choice(), part.bias(), part.cacheFill(), steps);
      server = part.server();
      demandShare = part.demandShare();
      operations = part.operations();
    }
  }

  /**
   * Writes a document of at most about 900 kB: for many tenants on many servers with coarser grids
   * and only the servers that each tenant is held up by most.
   */
  public static byte[] write(List<TenantModel> models, Settings settings) {
    byte[] written = {};
    for (int[] detail : DETAIL) {
      if (detail[1] > 1 && parts(models, detail[1]) > MOST_BYTES / LEAST_PART_BYTES) {
        continue;
      }
      written = write(models, settings, detail[0], detail[1]);
      if (written.length <= MOST_BYTES) {
        break;
      }
    }
    return written;
  }

  private static long parts(List<TenantModel> models, int mostParts) {
    return models.stream().mapToLong(model -> Math.min(mostParts, model.parts().size())).sum();
  }

  private static byte[] write(
      List<TenantModel> models, Settings settings, int steps, int mostParts) {
    ModelDocument document = new ModelDocument();
    document.alpha = settings.get(Settings.ALPHA);
    document.pieces = PlanningProblem.PIECES;
    document.tenants = new ArrayList<>();
    for (TenantModel model : models) {
      document.tenants.add(entry(model, steps, mostParts));
    }
    return GSON.toJson(document).getBytes(StandardCharsets.UTF_8);
  }

  private static Entry entry(TenantModel model, int steps, int mostParts) {
    Entry entry = new Entry(model, steps);
    List<PartModel> kept = new ArrayList<>(model.parts());
    if (kept.size() > mostParts) {
      double[] sorted = kept.stream().mapToDouble(ModelDocument::atMost).sorted().toArray();
      kept.removeIf(part -> atMost(part) > sorted[mostParts - 1]);
      kept.subList(mostParts, kept.size()).clear();
    }
    List<PartEntry> parts = new ArrayList<>();
    kept.forEach(part -> parts.add(new PartEntry(part, steps)));
    entry.parts = parts;
    return entry;
  }

  /** What the tenant could do alone if only this part held it up. */
  private static double atMost(PartModel part) {
    return part.full() / Math.max(1e-9, part.demandShare());
  }

  private static GridFunction grid(PerformanceFunction function, int steps) {
    if (function instanceof GridFunction) {
      return (GridFunction) function;
    }
    if (function.throughput(0, 0) == function.isolatedThroughput()) {
      return GridFunction.of(ONE, ONE, new double[][] {{function.isolatedThroughput()}});
    }
    double[] shares = new double[steps + 1];
    double[][] values = new double[steps + 1][steps + 1];
    for (int c = 0; c <= steps; c++) {
      shares[c] = (double) c / steps;
      for (int h = 0; h <= steps; h++) {
        values[c][h] = function.throughput((double) c / steps, (double) h / steps);
      }
    }
    return GridFunction.nearestMonotone(shares, shares, values);
  }

  /**
   * Reads a document.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static ModelDocument read(byte[] json) {
    ModelDocument document = JsonText.read(GSON, json, ModelDocument.class, "the planner's models");
    if (document.tenants == null || document.tenants.contains(null)) {
      throw new IllegalArgumentException("the planner's models lack 'tenants'");
    }
    requireWithin("alpha", document.alpha, 1);
    requireWithin("pieces", document.pieces, MOST_PIECES);
    if (document.pieces < LEAST_PIECES) {
      throw new IllegalArgumentException(
          "the planner's models have pieces "
              + document.pieces
              + ": must be at least "
              + LEAST_PIECES);
    }
    return document;
  }

  public double alpha() {
    return alpha;
  }

  public int pieces() {
    return pieces;
  }

  public List<TenantModel> models() {
    List<TenantModel> models = new ArrayList<>();
    Set<TenantId> known = new HashSet<>();
    for (Entry entry : require(tenants, "tenants")) {
      TenantModel model = model(entry);
      if (!known.add(model.tenant())) {
        throw new IllegalArgumentException(
            "the planner's models name tenant " + model.tenant() + " twice");
      }
      models.add(model);
    }
    return models;
  }

  /** One tenant's entry. */
  static JsonElement toJson(TenantModel model) {
    return GSON.toJsonTree(entry(model, DETAIL[0][0], DETAIL[0][1]));
  }

  /**
   * Reads one tenant's entry.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static TenantModel model(@Nullable JsonElement json) {
    return model(JsonText.read(GSON, require(json, "tenant"), Entry.class, "the planner's model"));
  }

  private static TenantModel model(Entry entry) {
    requireWithin("weight", entry.weight, MOST_FIGURE);
    requireWithin("throughput", entry.throughput, MOST_FIGURE);
    requireWithin("isolatedThroughput", entry.isolatedThroughput, MOST_FIGURE);
    requireWithin("error", entry.error, MOST_FIGURE);
    if (entry.weight == 0) {
      throw new IllegalArgumentException("a weight of the planner's models is 0: must be above 0");
    }
    String why = require(entry.why, "why");
    List<PartModel> parts = new ArrayList<>();
    for (PartEntry part : require(entry.parts, "parts")) {
      parts.add(part(require(part, "parts"), why, entry.error));
    }
    TenantModel model =
        new TenantModel(
            TenantId.of(require(entry.tenant, "tenant")),
            entry.weight,
            entry.throughput,
            entry.demandLimited,
            entry.isolatedThroughput,
            entry.bias,
            entry.choice(why, entry.error),
            entry.cacheFill,
            parts);
    return entry.promised > 0 ? model.promising(entry.promised) : model;
  }

  private static PartModel part(PartEntry part, String why, double error) {
    requireWithin("demandShare", part.demandShare, MOST_SHARE);
    requireWithin("operations", part.operations, MOST_FIGURE);
    return new PartModel(
        require(part.server, "server"),
        part.demandShare,
        part.choice(why, error),
        part.bias,
        part.cacheFill,
        part.operations);
  }

  private static void requireWithin(String member, double figure, double most) {
    if (!(figure >= 0 && figure <= most)) {
      throw new IllegalArgumentException(
          String.format(
              "the planner's models have %s %s: must be within 0..%s", member, figure, most));
    }
  }

  private static <T> T require(@Nullable T value, String member) {
    if (value == null) {
      throw new IllegalArgumentException("the planner's models lack '" + member + "'");
    }
    return value;
  }
}
