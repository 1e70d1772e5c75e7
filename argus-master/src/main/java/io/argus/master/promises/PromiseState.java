package io.argus.master.promises;

import io.argus.core.promise.Promise;
import io.argus.core.promise.Promises;
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
 * A promise and what its tenant has of it now, as a status says it.
 *
 * <p>Immutable; safe for use by any thread.
 */
@SuppressWarnings("UnusedVariable") // Some fields are only in the JSON.
public final class PromiseState {
  /** Part of a promise that is lost in the noise of counting. */
  private static final double NOISE = 0.02;

  /** Whether a tenant has what it is promised. */
  public enum Verdict {
    /** It has. */
    KEPT,
    /** It asks for less by itself. */
    NOT_USED,
    /** It has less than it is promised, and asks for more. */
    MISSED
  }

  private final String tenant;
  private final String promise;
  private final String text;
  private final double promised;
  private final double measured;
  private final Verdict verdict;
  private final String missing;

  private PromiseState(Promise promise, double measured, Verdict verdict, String missing) {
    this.tenant = promise.tenant().name();
    this.promise = promise.toString();
    this.text = promise.inWords();
    this.promised = promise.value();
    this.measured = measured;
    this.verdict = verdict;
    this.missing = missing;
  }

  /**
   * Returns the state of each promise.
   *
   * @param fit of these models
   */
  public static List<PromiseState> of(
      Promises promises, List<TenantModel> models, ClusterUsage usage, PromiseFit fit) {
    Map<TenantId, TenantModel> byTenant = new HashMap<>();
    models.forEach(model -> byTenant.put(model.tenant(), model));
    List<PromiseState> states = new ArrayList<>();
    for (Promise promise : promises.all()) {
      TenantUsage used = usage.tenantOrIdle(promise.tenant());
      double measured = PromisedThroughput.measured(promise, used);
      Verdict verdict = verdict(promise, measured, byTenant.get(promise.tenant()));
      String missing = "";
      for (Shortfall shortfall : fit.shortfalls()) {
        missing = shortfall.tenant().equals(promise.tenant()) ? shortfall.toString() : missing;
      }
      states.add(new PromiseState(promise, measured, verdict, missing));
    }
    return states;
  }

  private static Verdict verdict(Promise promise, double measured, @Nullable TenantModel model) {
    boolean kept =
        promise.measure() == Promise.Measure.OPS
            ? measured >= promise.value() * (1 - NOISE)
            : measured <= promise.value() * (1 + NOISE);
    boolean asksForLess = model == null || model.isDemandLimited();
    boolean free = promise.measure() == Promise.Measure.OPS && asksForLess;
    return kept ? Verdict.KEPT : free ? Verdict.NOT_USED : Verdict.MISSED;
  }

  /** Whether no member is missing; one that was read from JSON may lack any of them. */
  public boolean isSound() {
    return tenant != null && promise != null && text != null && verdict != null && missing != null;
  }

  public String tenant() {
    return tenant;
  }

  /** What is promised in words. */
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

  /** Why it cannot be kept beside the other promises; empty if it can. */
  public String missing() {
    return missing;
  }

  /** One sentence if it is missed or cannot be kept, else null. */
  public @Nullable String problem() {
    if (!missing.isEmpty()) {
      return "promises cannot all be kept: " + missing;
    }
    return verdict == Verdict.MISSED
        ? Text.format("tenant %s has %.1f, promised is %s", tenant, measured, text)
        : null;
  }
}
