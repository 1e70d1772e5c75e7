package io.argus.cli.profile;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.TenantUsage;
import io.argus.master.model.Assessment;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.PerformanceModel;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.util.Collections;
import java.util.Optional;

/**
 * The performance function that the master builds from a tenant's own figures if nobody profiled
 * it, stored to compare its predictions with measurements. Immutable.
 */
final class OwnFunction {
  private static final Gson GSON = new Gson();

  private final ResourceBoundFunction function;
  private final double bias;
  private final double isolatedThroughput;
  private final double lookupsPerOperation;
  private final String why;

  /**
   * @param function of the whole cluster
   * @param bias factor on its predictions
   * @param isolatedThroughput operations per second, the most that is predicted
   * @param lookupsPerOperation blocks that an operation looks up in the cache
   * @param why how the master explains it
   */
  OwnFunction(
      ResourceBoundFunction function,
      double bias,
      double isolatedThroughput,
      double lookupsPerOperation,
      String why) {
    this.function = function;
    this.bias = bias;
    this.isolatedThroughput = isolatedThroughput;
    this.lookupsPerOperation = lookupsPerOperation;
    this.why = why;
  }

  /** How the master explains it. */
  public String why() {
    return why;
  }

  /**
   * Returns a tenant's function; empty if too little is known of the tenant.
   *
   * @param current the plan in force
   * @param usage observed under that plan
   */
  public static Optional<OwnFunction> of(TenantId tenant, Plan current, ClusterUsage usage) {
    PerformanceModel unprofiled =
        new PerformanceModel(PerformanceCatalogue.of(Collections.emptyList()));
    return unprofiled
        .assess(
            usage.tenants().keySet(),
            usage,
            Optional.of(current),
            Settings.defaults(),
            Assessment.NONE)
        .tenants()
        .stream()
        .filter(model -> model.tenant().equals(tenant))
        .findFirst()
        .flatMap(model -> of(model, usage.tenant(tenant)));
  }

  private static Optional<OwnFunction> of(TenantModel model, Optional<TenantUsage> usage) {
    FunctionChoice choice =
        model.parts().size() == 1 ? model.parts().get(0).choice() : model.choice();
    if (!usage.isPresent() || !(choice.function() instanceof ResourceBoundFunction)) {
      return Optional.empty();
    }
    double operations = usage.get().totalOperationsPerSecond();
    double lookups = usage.get().cacheHitsPerSecond() + usage.get().cacheMissesPerSecond();
    return Optional.of(
        new OwnFunction(
            (ResourceBoundFunction) choice.function(),
            model.bias(),
            model.isolatedThroughput(),
            operations > 0 ? lookups / operations : 0,
            model.why()));
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static OwnFunction read(JsonObject json) {
    try {
      OwnFunction read = GSON.fromJson(json, OwnFunction.class);
      if (read.function == null || read.why == null) {
        throw new IllegalArgumentException("it lacks function or why");
      }
      read.function.checked();
      double sum =
          read.throughput(0, 1)
              + read.throughput(1, 0)
              + read.throughput(1, 1)
              + read.hitRatio(0)
              + read.hitRatio(1);
      if (Double.isNaN(sum) || Double.isInfinite(sum)) {
        throw new IllegalArgumentException("it predicts figures that are not finite");
      }
      return read;
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "a function of a tenant's own behaviour cannot be read: "
              + Shortened.of(String.valueOf(e.getMessage())),
          e);
    }
  }

  public JsonObject toJson() {
    return GSON.toJsonTree(this).getAsJsonObject();
  }

  /** Predicted operations per second with those shares. */
  public double throughput(double cacheShare, double hdfsShare) {
    return Math.min(isolatedThroughput, bias * function.throughput(cacheShare, hdfsShare));
  }

  /** Predicted block cache hits / lookups with that share of the cache, 0..1. */
  public double hitRatio(double cacheShare) {
    if (lookupsPerOperation <= 0) {
      return 0;
    }
    double missRatio = function.missesPerOperation(cacheShare) / lookupsPerOperation;
    return Math.min(1, Math.max(0, 1 - missRatio));
  }
}
