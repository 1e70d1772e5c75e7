package io.argus.master.monitor;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.argus.core.page.ArgusPage;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Contention now: which tenants were served while another waited: for each victim and cause,
 * seconds of waiting per second.
 *
 * <p>An estimate from usage reports. On each server, a tenant's wait for HDFS is attributed to the
 * tenants that moved bytes there, in proportion to the bytes, and its wait for a handler to those
 * that used handlers, in proportion to the handler time. The tenant itself is one of them, so that
 * a row sums to what the tenant waited.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class CurrentContention {
  /** The most causes named per victim, the greatest first; the rest is summed up. */
  private static final int MAX_CAUSES = 10;

  /** Shorter waits, in seconds per second, do not count. */
  public static final double MIN_WAIT = 1e-3;

  private final Map<TenantId, Map<TenantId, Double>> waits;

  private CurrentContention(Map<TenantId, Map<TenantId, Double>> waits) {
    this.waits = waits;
  }

  /** What a tenant waited on a server, and who was served there. */
  private static final class Wait {
    final double waited;
    final int[] served;
    final double[] parts;

    Wait(double waited, int[] served, double[] parts) {
      this.waited = waited;
      this.served = served;
      this.parts = parts;
    }
  }

  /** Returns the contention in these reports of different servers. */
  public static CurrentContention of(List<UsageReport> reports) {
    Map<TenantId, Integer> numbers = new LinkedHashMap<>();
    Map<TenantId, List<Wait>> waits = new TreeMap<>();
    for (UsageReport report : reports) {
      List<TenantUsage> tenants = report.tenants();
      int[] here =
          tenants.stream()
              .mapToInt(usage -> numbers.computeIfAbsent(usage.tenant(), t -> numbers.size()))
              .toArray();
      add(
          waits,
          tenants,
          here,
          TenantUsage::hdfsWaitFraction,
          TenantUsage::hdfsChargedBytesPerSecond);
      add(waits, tenants, here, TenantUsage::queueWaitFraction, TenantUsage::handlerFraction);
    }
    List<TenantId> names = new ArrayList<>(numbers.keySet());
    double[] sums = new double[names.size()];
    Map<TenantId, Map<TenantId, Double>> rows = new TreeMap<>();
    waits.forEach((victim, all) -> rows.put(victim, row(all, names, sums)));
    return new CurrentContention(rows);
  }

  private static void add(
      Map<TenantId, List<Wait>> waits,
      List<TenantUsage> tenants,
      int[] here,
      ToDoubleFunction<TenantUsage> waiting,
      ToDoubleFunction<TenantUsage> served) {
    double[] parts = parts(tenants, served);
    for (TenantUsage victim : tenants) {
      double waited = waiting.applyAsDouble(victim);
      if (parts.length > 0 && waited >= MIN_WAIT) {
        waits
            .computeIfAbsent(victim.tenant(), t -> new ArrayList<>())
            .add(new Wait(waited, here, parts));
      }
    }
  }

  /**
   * What a victim waited, by the tenant served meanwhile.
   *
   * @param sums room for a figure of each tenant
   */
  private static Map<TenantId, Double> row(List<Wait> waits, List<TenantId> names, double[] sums) {
    Arrays.fill(sums, 0);
    for (Wait wait : waits) {
      for (int i = 0; i < wait.parts.length; i++) {
        sums[wait.served[i]] += wait.waited * wait.parts[i];
      }
    }
    Map<TenantId, Double> row = new HashMap<>();
    for (int i = 0; i < sums.length; i++) {
      if (sums[i] > 0) {
        row.put(names.get(i), sums[i]);
      }
    }
    return row;
  }

  /**
   * Returns the part of each tenant in what the others lose: that of what all use. Empty if nobody
   * uses anything.
   */
  public static double[] parts(List<TenantUsage> tenants, ToDoubleFunction<TenantUsage> use) {
    double[] uses = tenants.stream().mapToDouble(use).map(used -> Math.max(0, used)).toArray();
    double all = Arrays.stream(uses).sum();
    return all > 0 ? Arrays.stream(uses).map(used -> used / all).toArray() : new double[0];
  }

  /**
   * Seconds per second that a tenant waited, by the tenant served meanwhile, the greatest first.
   */
  public Map<TenantId, Double> causesOf(TenantId victim) {
    Map<TenantId, Double> causes = new LinkedHashMap<>();
    for (Map.Entry<TenantId, Double> cause :
        sorted(waits.getOrDefault(victim, Collections.emptyMap()))) {
      causes.put(cause.getKey(), cause.getValue());
    }
    return causes;
  }

  private static List<Map.Entry<TenantId, Double>> sorted(Map<TenantId, Double> row) {
    List<Map.Entry<TenantId, Double>> causes = new ArrayList<>(row.entrySet());
    causes.sort(
        Map.Entry.<TenantId, Double>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey()));
    return causes;
  }

  /** JSON with the members version and victims: tenant, waitFraction, causes, restFraction. */
  public String toJson() {
    JsonArray victims = new JsonArray();
    waits.forEach((victim, row) -> victims.add(victim(victim, row)));
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    document.add("victims", victims);
    return document.toString();
  }

  private static JsonObject victim(TenantId victim, Map<TenantId, Double> row) {
    JsonArray causes = new JsonArray();
    double all = 0;
    double rest = 0;
    for (Map.Entry<TenantId, Double> cause : sorted(row)) {
      all += cause.getValue();
      if (causes.size() < MAX_CAUSES) {
        JsonObject entry = new JsonObject();
        entry.addProperty("tenant", cause.getKey().name());
        entry.addProperty("waitFraction", cause.getValue());
        causes.add(entry);
      } else {
        rest += cause.getValue();
      }
    }
    JsonObject entry = new JsonObject();
    entry.addProperty("tenant", victim.name());
    entry.addProperty("waitFraction", all);
    entry.add("causes", causes);
    entry.addProperty("restFraction", rest);
    return entry;
  }
}
