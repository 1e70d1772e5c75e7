package io.argus.master.model;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import io.argus.core.performance.GridFunction;
import io.argus.core.performance.PerformanceFunction;
import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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

  private static final int STEPS = 20;
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
    private @Nullable String function;
    private @Nullable String why;
    private boolean absolute;
    private double error;
    private @Nullable ResourceBoundFunction bound;
    private double @Nullable [] cacheShares;
    private double @Nullable [] hdfsShares;
    private double @Nullable [][] operationsPerSecond;
  }

  public static byte[] write(List<TenantModel> models, Settings settings) {
    ModelDocument document = new ModelDocument();
    document.alpha = settings.get(Settings.ALPHA);
    document.pieces = settings.get(Settings.PLANNER_PIECES).intValue();
    document.tenants = new ArrayList<>();
    for (TenantModel model : models) {
      document.tenants.add(entry(model));
    }
    return GSON.toJson(document).getBytes(StandardCharsets.UTF_8);
  }

  private static Entry entry(TenantModel model) {
    Entry entry = new Entry();
    entry.tenant = model.tenant().name();
    entry.weight = model.weight();
    entry.throughput = model.throughput();
    entry.demandLimited = model.isDemandLimited();
    entry.isolatedThroughput = model.isolatedThroughput();
    entry.bias = model.bias();
    entry.cacheFill = model.cacheFill();
    FunctionChoice choice = model.choice();
    entry.function = choice.name;
    entry.why = choice.why;
    entry.absolute = choice.absolute;
    entry.error = choice.error();
    if (choice.function instanceof ResourceBoundFunction) {
      entry.bound = (ResourceBoundFunction) choice.function;
    } else {
      GridFunction grid = grid(choice.function);
      entry.cacheShares = grid.cacheShares();
      entry.hdfsShares = grid.hdfsShares();
      entry.operationsPerSecond = grid.values();
    }
    return entry;
  }

  private static GridFunction grid(PerformanceFunction function) {
    if (function instanceof GridFunction) {
      return (GridFunction) function;
    }
    if (function.throughput(0, 0) == function.isolatedThroughput()) {
      return GridFunction.of(ONE, ONE, new double[][] {{function.isolatedThroughput()}});
    }
    double[] shares = new double[STEPS + 1];
    double[][] values = new double[STEPS + 1][STEPS + 1];
    for (int c = 0; c <= STEPS; c++) {
      shares[c] = (double) c / STEPS;
      for (int h = 0; h <= STEPS; h++) {
        values[c][h] = function.throughput((double) c / STEPS, (double) h / STEPS);
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
    try {
      ModelDocument document =
          GSON.fromJson(new String(json, StandardCharsets.UTF_8), ModelDocument.class);
      if (document == null || document.tenants == null || document.tenants.contains(null)) {
        throw new IllegalArgumentException("the planner's models lack 'tenants'");
      }
      return document;
    } catch (JsonParseException e) {
      throw new IllegalArgumentException(
          "the planner's models cannot be read: " + e.getMessage(), e);
    }
  }

  public double alpha() {
    return alpha;
  }

  public int pieces() {
    return pieces;
  }

  public List<TenantModel> models() {
    List<TenantModel> models = new ArrayList<>();
    for (Entry entry : require(tenants, "tenants")) {
      models.add(model(entry));
    }
    return models;
  }

  /** One tenant's entry. */
  static JsonElement toJson(TenantModel model) {
    return GSON.toJsonTree(entry(model));
  }

  /**
   * Reads one tenant's entry.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  static TenantModel model(@Nullable JsonElement json) {
    try {
      return model(require(GSON.fromJson(json, Entry.class), "tenant"));
    } catch (JsonParseException e) {
      throw new IllegalArgumentException(
          "the planner's model cannot be read: " + e.getMessage(), e);
    }
  }

  private static TenantModel model(Entry entry) {
    PerformanceFunction function =
        entry.bound != null
            ? entry.bound
            : GridFunction.of(
                require(entry.cacheShares, "cacheShares"),
                require(entry.hdfsShares, "hdfsShares"),
                require(entry.operationsPerSecond, "operationsPerSecond"));
    return new TenantModel(
        TenantId.of(require(entry.tenant, "tenant")),
        entry.weight,
        entry.throughput,
        entry.demandLimited,
        entry.isolatedThroughput,
        entry.bias,
        new FunctionChoice(
            require(entry.function, "function"),
            require(entry.why, "why"),
            function,
            entry.absolute,
            entry.error),
        entry.cacheFill);
  }

  private static <T> T require(@Nullable T value, String member) {
    if (value == null) {
      throw new IllegalArgumentException("the planner's models lack '" + member + "'");
    }
    return value;
  }
}
