package io.argus.master.model;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.TenantUsage;
import io.argus.master.monitor.ClusterUsage;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The performance function that a master built from a tenant's own behaviour, stored to compare its
 * predictions with measurements. It predicts by the code that the master plans with.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class OwnFunction {
  private static final String MODEL = "model";
  private static final String LOOKUPS = "lookupsPerOperation";

  private final TenantModel model;
  private final ResourceBoundFunction function;
  private final double lookupsPerOperation;

  private OwnFunction(
      TenantModel model, ResourceBoundFunction function, double lookupsPerOperation) {
    this.model = model;
    this.function = function;
    this.lookupsPerOperation = lookupsPerOperation;
  }

  /**
   * Returns the tenant's function as a master wrote it. If the master preferred another function,
   * such as a profile, returns the one that it would build with an empty catalogue; empty if too
   * little is known of the tenant.
   *
   * @param models a {@link ModelDocument}
   * @param present the plan in force
   * @param usage observed under that plan
   * @throws IllegalArgumentException saying what is wrong with the models
   */
  public static Optional<OwnFunction> of(
      TenantId tenant, byte[] models, Plan present, ClusterUsage usage) {
    double lookups = usage.tenant(tenant).map(OwnFunction::lookupsPerOperation).orElse(0.0);
    Optional<OwnFunction> own = find(tenant, ModelDocument.read(models).models(), lookups);
    if (own.isPresent()) {
      return own;
    }
    PerformanceModel unprofiled =
        new PerformanceModel(PerformanceCatalogue.of(Collections.emptyList()));
    List<TenantModel> made =
        unprofiled
            .assess(
                usage.tenants().keySet(),
                usage,
                Optional.of(present),
                Settings.defaults(),
                Assessment.NONE)
            .tenants();
    return find(tenant, made, lookups);
  }

  private static double lookupsPerOperation(TenantUsage usage) {
    double operations = usage.totalOperationsPerSecond();
    double lookups = usage.cacheHitsPerSecond() + usage.cacheMissesPerSecond();
    return operations > 0 ? lookups / operations : 0;
  }

  private static Optional<OwnFunction> find(
      TenantId tenant, List<TenantModel> models, double lookups) {
    for (TenantModel model : models) {
      if (model.tenant().equals(tenant)
          && model.choice().function instanceof ResourceBoundFunction) {
        return Optional.of(
            new OwnFunction(model, (ResourceBoundFunction) model.choice().function, lookups));
      }
    }
    return Optional.empty();
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static OwnFunction read(JsonObject json) {
    try {
      JsonElement lookups = json.get(LOOKUPS);
      OwnFunction read =
          find(
                  TenantId.of(json.getAsJsonObject(MODEL).get("tenant").getAsString()),
                  Collections.singletonList(ModelDocument.model(json.get(MODEL))),
                  lookups.getAsDouble())
              .get();
      if (!read.isSound()) {
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

  private boolean isSound() {
    double sum = throughput(0, 1) + throughput(1, 0) + throughput(1, 1) + hitRatio(0) + hitRatio(1);
    return !Double.isNaN(sum) && !Double.isInfinite(sum);
  }

  public JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty(LOOKUPS, lookupsPerOperation);
    json.add(MODEL, ModelDocument.toJson(model));
    return json;
  }

  /** How the master explains the function. */
  public String why() {
    return model.why();
  }

  /** Predicted operations per second with those shares, bias included. */
  public double throughput(double cacheShare, double hdfsShare) {
    return model.predicted(cacheShare, hdfsShare);
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
