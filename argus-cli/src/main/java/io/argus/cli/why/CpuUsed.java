package io.argus.cli.why;

import static io.argus.core.text.Text.format;

import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who uses the CPU of some servers. Uses are seconds per second: numbers of cores.
 *
 * <p>Immutable.
 */
public final class CpuUsed {
  private static final int MAX_NAMED = 5;

  private final int available;
  private final double busy;
  private final boolean isBusy;
  private final Map<String, Double> byTenant;
  private final double unattributed;
  private final double others;

  /**
   * @param available cores that the servers may use; 0 if unknown
   * @param busy those in use by whomever
   * @param isBusy whether nearly all are in use on one of the servers
   * @param byTenant use that each tenant caused
   * @param unattributed use by the servers that no tenant caused
   * @param others use by other processes on the same machines: clients, DataNodes
   */
  public CpuUsed(
      int available,
      double busy,
      boolean isBusy,
      Map<String, Double> byTenant,
      double unattributed,
      double others) {
    this.available = available;
    this.busy = busy;
    this.isBusy = isBusy;
    this.byTenant = byTenant;
    this.unattributed = unattributed;
    this.others = others;
  }

  public int available() {
    return available;
  }

  public double busy() {
    return busy;
  }

  public boolean isBusy() {
    return isBusy;
  }

  public Map<String, Double> byTenant() {
    return byTenant;
  }

  public double unattributed() {
    return unattributed;
  }

  public double others() {
    return others;
  }

  /** Sums up the reports of different servers that say what their CPU does. */
  public static CpuUsed of(Collection<UsageReport> reports) {
    int available = 0;
    double busy = 0;
    boolean isBusy = false;
    double unattributed = 0;
    double others = 0;
    Map<String, Double> byTenant = new TreeMap<>();
    for (UsageReport report : reports) {
      ServerCpu cpu = report.cpu();
      if (cpu.isKnown()) {
        available += cpu.available();
        busy += cpu.busy();
        isBusy |= cpu.isBusy();
        unattributed += cpu.unattributed();
        others += Math.max(0, cpu.busy() - cpu.serverBusy());
        for (TenantUsage usage : report.tenants()) {
          byTenant.merge(usage.tenant().name(), usage.cpuFraction(), Double::sum);
        }
      }
    }
    return new CpuUsed(available, busy, isBusy, byTenant, unattributed, others);
  }

  /** Whether anything is known. */
  public boolean isKnown() {
    return available > 0;
  }

  /** One sentence, without its full stop: how many are busy, and by whom, the greatest first. */
  public String sentence() {
    List<String> parts = new ArrayList<>();
    byTenant.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_NAMED)
        .forEach(each -> parts.add(format("%s %.2f", each.getKey(), each.getValue())));
    double named =
        byTenant.values().stream()
            .sorted(Comparator.reverseOrder())
            .limit(MAX_NAMED)
            .mapToDouble(Double::doubleValue)
            .sum();
    if (byTenant.size() > MAX_NAMED) {
      double all = byTenant.values().stream().mapToDouble(Double::doubleValue).sum();
      parts.add(format("%d other tenants %.2f", byTenant.size() - MAX_NAMED, all - named));
    }
    parts.add(format("no tenant %.2f", unattributed));
    parts.add(format("other processes on the machine %.2f", others));
    return format("%.1f of %d cores are in use: ", busy, available) + String.join(", ", parts);
  }
}
