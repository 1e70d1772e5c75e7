package io.argus.master.decision;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.plan.Reservation;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The answer to a {@link WhatIf}: each tenant's throughput and the scores, before and after, with
 * the errors to expect.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Prediction {
  private static final Gson GSON =
      new GsonBuilder().serializeSpecialFloatingPointValues().disableHtmlEscaping().create();

  /**
   * One tenant's part of the answer; throughputs in operations per second.
   *
   * <p>Immutable; safe for use by any thread.
   */
  public static final class Tenant {
    private final String tenant;
    private final double weight;
    private final boolean demandLimited;
    private final double cacheShareBefore;
    private final double cacheShareAfter;
    private final double hdfsShareBefore;
    private final double hdfsShareAfter;
    private final double cpuShareBefore;
    private final double cpuShareAfter;
    private final double isolatedThroughput;
    private final double observed;
    private final double predictedBefore;
    private final double predictedAfter;
    private final double error;
    private final String function;
    private final String why;

    Tenant(
        TenantModel modelBefore,
        TenantModel model,
        Reservation before,
        Reservation after,
        double predictedBefore,
        double predictedAfter,
        double error) {
      tenant = model.tenant().name();
      weight = model.weight();
      demandLimited = model.isDemandLimited();
      cacheShareBefore = before.cacheShare();
      cacheShareAfter = after.cacheShare();
      hdfsShareBefore = before.hdfsShare();
      hdfsShareAfter = after.hdfsShare();
      cpuShareBefore = modelBefore.cpuShare();
      cpuShareAfter = model.cpuShare();
      isolatedThroughput = model.isolatedThroughput();
      observed = model.throughput();
      this.predictedBefore = predictedBefore;
      this.predictedAfter = predictedAfter;
      this.error = error;
      function = model.functionName();
      why = model.why();
    }

    public String tenant() {
      return tenant;
    }

    public double weight() {
      return weight;
    }

    public boolean isDemandLimited() {
      return demandLimited;
    }

    public double cacheShareBefore() {
      return cacheShareBefore;
    }

    public double cacheShareAfter() {
      return cacheShareAfter;
    }

    public double hdfsShareBefore() {
      return hdfsShareBefore;
    }

    public double hdfsShareAfter() {
      return hdfsShareAfter;
    }

    /** Mean over its servers. */
    public double cpuShareBefore() {
      return cpuShareBefore;
    }

    /** Mean over its servers. */
    public double cpuShareAfter() {
      return cpuShareAfter;
    }

    public double isolatedThroughput() {
      return isolatedThroughput;
    }

    /** The throughput now, as the servers count it. */
    public double observed() {
      return observed;
    }

    public double predictedBefore() {
      return predictedBefore;
    }

    public double predictedAfter() {
      return predictedAfter;
    }

    /** The error to expect of the predictions, as a fraction of the isolated throughput. */
    public double error() {
      return error;
    }

    public String function() {
      return function;
    }

    public String why() {
      return why;
    }
  }

  private final String question;
  private final double alpha;
  private final Score before;
  private final Score after;
  private final Score error;
  private final List<String> moves;
  private final List<Tenant> tenants;

  Prediction(PlanExplanation explanation, double alpha, Score error, List<Tenant> tenants) {
    this.question = explanation.reason();
    this.alpha = alpha;
    this.before = explanation.before();
    this.after = explanation.after();
    this.error = error;
    this.moves = explanation.moves();
    this.tenants = Collections.unmodifiableList(new ArrayList<>(tenants));
  }

  public JsonObject toJson() {
    return GSON.toJsonTree(this).getAsJsonObject();
  }

  /** Reads what {@link #toJson} wrote, with or without further members. */
  public static Prediction read(JsonObject json) {
    return GSON.fromJson(json, Prediction.class);
  }

  public String question() {
    return question;
  }

  public double alpha() {
    return alpha;
  }

  public Score before() {
    return before;
  }

  public Score after() {
    return after;
  }

  /** The errors to expect of J, E and D after, if those of the tenants are independent. */
  public Score error() {
    return error;
  }

  public List<String> moves() {
    return moves;
  }

  public List<Tenant> tenants() {
    return tenants;
  }
}
