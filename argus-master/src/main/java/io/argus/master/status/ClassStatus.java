package io.argus.master.status;

import io.argus.core.tenant.Caps;
import io.argus.core.tenant.Caps.Cap;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import io.argus.core.usage.UsageReport.ClassUsage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one class of a tenant's requests did lately on all servers together. Figures are rounded.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ClassStatus {
  private final @Nullable String name;
  private final double operationsPerSecond;
  private final double waitFraction;
  private final double serviceFraction;
  private final @Nullable Cap cap;
  private final double capFraction;
  private final double cappedPerSecond;
  private final double capWaitFraction;
  private final boolean capped;

  private ClassStatus(ClassUsage usage, @Nullable Cap cap) {
    name = usage.name();
    operationsPerSecond = rounded(usage.operationsPerSecond());
    waitFraction = rounded(usage.waitFraction());
    serviceFraction = rounded(usage.serviceFraction());
    this.cap = cap;
    capFraction = rounded(usage.capFraction());
    cappedPerSecond = rounded(usage.cappedPerSecond());
    capWaitFraction = rounded(usage.capWaitFraction());
    capped = TenantStatus.isCapped(cap, capWaitFraction, cappedPerSecond);
  }

  private static double rounded(double figure) {
    return Math.rint(figure * 1e4) / 1e4;
  }

  /** The classes of each tenant that has several, in the order of their names. */
  static Map<String, List<ClassStatus>> byTenant(Collection<UsageReport> reports, Caps caps) {
    Map<String, ClassUsage> byHolder = new TreeMap<>();
    for (UsageReport report : reports) {
      for (ClassUsage each : report.classes()) {
        byHolder.merge(
            Caps.holder(TenantId.of(each.tenant()), each.name()), each, ClassStatus::sum);
      }
    }
    Map<String, List<ClassStatus>> byTenant = new HashMap<>();
    byHolder.forEach(
        (holder, usage) ->
            byTenant
                .computeIfAbsent(usage.tenant(), any -> new ArrayList<>())
                .add(new ClassStatus(usage, caps.byHolder().get(holder))));
    return byTenant;
  }

  private static ClassUsage sum(ClassUsage one, ClassUsage other) {
    return new ClassUsage(
            TenantId.of(one.tenant()),
            one.name(),
            one.operationsPerSecond() + other.operationsPerSecond(),
            one.waitFraction() + other.waitFraction(),
            one.serviceFraction() + other.serviceFraction())
        .withCap(
            one.capFraction() + other.capFraction(),
            one.cappedPerSecond() + other.cappedPerSecond(),
            one.capWaitFraction() + other.capWaitFraction());
  }

  /** Whether tools can show it. */
  boolean isSound() {
    return name != null && TenantId.isLegal(name);
  }

  public String name() {
    return name == null ? "" : name;
  }

  public double operationsPerSecond() {
    return operationsPerSecond;
  }

  /** Requests that wait for a handler or for I/O admission, on average. */
  public double waitFraction() {
    return waitFraction;
  }

  /** Requests that are in handlers or read from HDFS, on average. */
  public double serviceFraction() {
    return serviceFraction;
  }

  /** {@link Cap#NONE} if it has none of its own. */
  public Cap cap() {
    return cap == null ? Cap.NONE : cap;
  }

  /** Part of its cap that it uses; above 1 in a burst, 0 without one. */
  public double capFraction() {
    return capFraction;
  }

  /** Requests that its cap made wait. */
  public double cappedPerSecond() {
    return cappedPerSecond;
  }

  /** Requests that wait for its cap or its tenant's, on average. */
  public double capWaitFraction() {
    return capWaitFraction;
  }

  /** Whether its requests wait for its own cap, so that they are slow. */
  public boolean isCapped() {
    return capped;
  }
}
