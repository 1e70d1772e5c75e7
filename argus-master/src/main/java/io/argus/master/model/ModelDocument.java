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

  /** One tenant; exactly one of bound and grid is there. */
  private static final class Entry {
    private @Nullable String tenant;
    private double weight;
    private double throughput;
    private boolean demandLimited;
    private double isolatedThroughput;
    private double bias;
    private double cacheFill;
    private double promised;
    private @Nullable String function;
    private @Nullable String why;
    private boolean absolute;
    private double error;
    private @Nullable ResourceBoundFunction bound;
    private double @Nullable [] cacheShares;
    private double @Nullable [] hdfsShares;
    private double @Nullable [][] operationsPerSecond;

    /** The tenant's servers, if there are several; of many, only its most crowded ones. */
    private @Nullable List<PartEntry> parts;

    /** The server, if there is one. */
    private @Nullable String server;
  }

  /** A tenant on one server; exactly one of bound and grid is there. */
  private static final class PartEntry {
    private @Nullable String server;
    private double demandShare;
    private double bias;
    private double cacheFill;
    private double operations;
    private @Nullable String function;
    private boolean absolute;
    private @Nullable ResourceBoundFunction bound;
    private double @Nullable [] cacheShares;
    private double @Nullable [] hdfsShares;
    private double @Nullable [][] operationsPerSecond;
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
    document.pieces = settings.get(Settings.PLANNER_PIECES).intValue();
    document.tenants = new ArrayList<>();
    for (TenantModel model : models) {
      document.tenants.add(entry(model, steps, mostParts));
    }
    return GSON.toJson(document).getBytes(StandardCharsets.UTF_8);
  }

  private static Entry entry(TenantModel model, int steps, int mostParts) {
    Entry entry = new Entry();
    entry.tenant = model.tenant().name();
    entry.weight = model.weight();
    entry.throughput = model.throughput();
    entry.demandLimited = model.isDemandLimited();
    entry.isolatedThroughput = model.isolatedThroughput();
    entry.bias = model.bias();
    entry.cacheFill = model.cacheFill();
    entry.promised = model.promised();
    FunctionChoice choice = model.choice();
    entry.function = choice.name;
    entry.why = choice.why;
    entry.absolute = choice.absolute;
    entry.error = choice.error();
    if (choice.function instanceof ResourceBoundFunction) {
      entry.bound = (ResourceBoundFunction) choice.function;
    } else {
      GridFunction grid = grid(choice.function, steps);
      entry.cacheShares = grid.cacheShares();
      entry.hdfsShares = grid.hdfsShares();
      entry.operationsPerSecond = grid.values();
    }
    if (model.parts().size() == 1) {
      entry.server = model.parts().get(0).server();
    } else {
      entry.parts = parts(model, steps, mostParts);
    }
    return entry;
  }

  private static List<PartEntry> parts(TenantModel model, int steps, int mostParts) {
    List<PartModel> kept = new ArrayList<>(model.parts());
    if (kept.size() > mostParts) {
      double[] sorted = kept.stream().mapToDouble(ModelDocument::atMost).sorted().toArray();
      kept.removeIf(part -> atMost(part) > sorted[mostParts - 1]);
      kept.subList(mostParts, kept.size()).clear();
    }
    List<PartEntry> entries = new ArrayList<>();
    for (PartModel part : kept) {
      PartEntry entry = new PartEntry();
      entry.server = part.server();
      entry.demandShare = part.demandShare();
      entry.bias = part.bias();
      entry.cacheFill = part.cacheFill();
      entry.operations = part.operations();
      entry.function = part.choice().name;
      entry.absolute = part.choice().absolute;
      if (part.choice().function instanceof ResourceBoundFunction) {
        entry.bound = (ResourceBoundFunction) part.choice().function;
      } else {
        GridFunction grid = grid(part.choice().function, steps);
        entry.cacheShares = grid.cacheShares();
        entry.hdfsShares = grid.hdfsShares();
        entry.operationsPerSecond = grid.values();
      }
      entries.add(entry);
    }
    return entries;
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
    requireWithin("bias", entry.bias, MOST_FIGURE);
    requireWithin("cacheFill", entry.cacheFill, MOST_SHARE);
    requireWithin("error", entry.error, MOST_FIGURE);
    if (entry.weight == 0) {
      throw new IllegalArgumentException("a weight of the planner's models is 0: must be above 0");
    }
    FunctionChoice choice =
        new FunctionChoice(
            require(entry.function, "function"),
            require(entry.why, "why"),
            function(entry.bound, entry.cacheShares, entry.hdfsShares, entry.operationsPerSecond),
            entry.absolute,
            entry.error);
    List<PartModel> parts = new ArrayList<>();
    if (entry.parts == null) {
      String server = entry.server == null ? "" : entry.server;
      parts.add(new PartModel(server, 1, choice, entry.bias, entry.cacheFill, 0));
    } else {
      entry.parts.forEach(part -> parts.add(part(require(part, "parts"), entry)));
    }
    TenantModel model =
        new TenantModel(
            TenantId.of(require(entry.tenant, "tenant")),
            entry.weight,
            entry.throughput,
            entry.demandLimited,
            entry.isolatedThroughput,
            entry.bias,
            choice,
            entry.cacheFill,
            parts);
    return entry.promised > 0 ? model.promising(entry.promised) : model;
  }

  private static PartModel part(PartEntry entry, Entry tenant) {
    requireWithin("demandShare", entry.demandShare, MOST_SHARE);
    requireWithin("bias", entry.bias, MOST_FIGURE);
    requireWithin("cacheFill", entry.cacheFill, MOST_SHARE);
    requireWithin("operations", entry.operations, MOST_FIGURE);
    FunctionChoice choice =
        new FunctionChoice(
            require(entry.function, "function"),
            require(tenant.why, "why"),
            function(entry.bound, entry.cacheShares, entry.hdfsShares, entry.operationsPerSecond),
            entry.absolute,
            tenant.error);
    return new PartModel(
        require(entry.server, "server"),
        entry.demandShare,
        choice,
        entry.bias,
        entry.cacheFill,
        entry.operations);
  }

  private static PerformanceFunction function(
      @Nullable ResourceBoundFunction bound,
      double @Nullable [] cacheShares,
      double @Nullable [] hdfsShares,
      double @Nullable [][] operationsPerSecond) {
    return bound != null
        ? bound.checked()
        : GridFunction.of(
            require(cacheShares, "cacheShares"),
            require(hdfsShares, "hdfsShares"),
            require(operationsPerSecond, "operationsPerSecond"));
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
