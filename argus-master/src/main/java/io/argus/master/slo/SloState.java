package io.argus.master.slo;

import com.google.gson.annotations.SerializedName;
import io.argus.core.slo.Slo;
import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import io.argus.core.usage.TenantUsage;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An SLO and what its tenant has of it now, as a status says it. Reads the names of release 0.2.0,
 * too.
 *
 * <p>Immutable; safe for use by any thread.
 */
@SuppressWarnings("UnusedVariable") // Some fields are only in the JSON.
public final class SloState {
  /** Part of an SLO that is lost in the noise of counting. */
  private static final double NOISE = 0.02;

  /** Whether a tenant has what its SLO says. */
  public enum Verdict {
    /** It has. */
    @SerializedName(value = "MET", alternate = "KEPT")
    MET,
    /** It asks for less by itself. */
    NOT_USED,
    /** It has less than its SLO, and asks for more. */
    MISSED
  }

  private final String tenant;

  @SerializedName(value = "slo", alternate = "promise")
  private final String slo;

  private final String text;

  @SerializedName(value = "target", alternate = "promised")
  private final double target;

  private final double measured;
  private final Verdict verdict;
  private final String missing;

  private SloState(Slo slo, double measured, Verdict verdict, String missing) {
    this.tenant = slo.tenant().name();
    this.slo = slo.toString();
    this.text = slo.inWords();
    this.target = slo.value();
    this.measured = measured;
    this.verdict = verdict;
    this.missing = missing;
  }

  /**
   * Returns the state of each SLO.
   *
   * @param fit of these models
   */
  public static List<SloState> of(
      Slos slos, List<TenantModel> models, ClusterUsage usage, SloFit fit) {
    Map<TenantId, TenantModel> byTenant = new HashMap<>();
    models.forEach(model -> byTenant.put(model.tenant(), model));
    List<SloState> states = new ArrayList<>();
    for (Slo slo : slos.all()) {
      TenantUsage used = usage.tenantOrIdle(slo.tenant());
      double measured = SloThroughput.measured(slo, used);
      Verdict verdict = verdict(slo, measured, byTenant.get(slo.tenant()));
      String missing = "";
      for (Shortfall shortfall : fit.shortfalls()) {
        missing = shortfall.tenant().equals(slo.tenant()) ? shortfall.toString() : missing;
      }
      states.add(new SloState(slo, measured, verdict, missing));
    }
    return states;
  }

  private static Verdict verdict(Slo slo, double measured, @Nullable TenantModel model) {
    boolean met =
        slo.measure() == Slo.Measure.OPS
            ? measured >= slo.value() * (1 - NOISE)
            : measured <= slo.value() * (1 + NOISE);
    boolean asksForLess = model == null || model.isDemandLimited();
    boolean free = slo.measure() == Slo.Measure.OPS && asksForLess;
    return met ? Verdict.MET : free ? Verdict.NOT_USED : Verdict.MISSED;
  }

  /** Whether no member is missing; one that was read from JSON may lack any of them. */
  public boolean isSound() {
    return tenant != null && slo != null && text != null && verdict != null && missing != null;
  }

  public String tenant() {
    return tenant;
  }

  /** The SLO without its tenant, such as {@code get.p99}: what it is about. */
  public String about() {
    return slo.substring(slo.lastIndexOf(':') + 1, slo.lastIndexOf('='));
  }

  /** Whether it is about throughput, not latency. */
  public boolean isThroughput() {
    return about().endsWith("ops");
  }

  /** What the SLO says: operations per second, or milliseconds. */
  public double target() {
    return target;
  }

  /** The SLO in words. */
  public String text() {
    return text;
  }

  /** What the tenant has now: operations per second, or milliseconds. */
  public double measured() {
    return measured;
  }

  public Verdict verdict() {
    return verdict;
  }

  /** Why it cannot be met beside the other SLOs; empty if it can. */
  public String missing() {
    return missing;
  }

  /** One sentence if it is missed or cannot be met, else null. */
  public @Nullable String problem() {
    if (!missing.isEmpty()) {
      return "SLOs cannot all be met: " + missing;
    }
    return verdict == Verdict.MISSED
        ? Text.format("tenant %s has %.1f, its SLO is %s", tenant, measured, text)
        : null;
  }
}
