package io.argus.master.capacity;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.page.ArgusPage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many servers it takes, and what some numbers of servers would give.
 *
 * <p>Immutable; safe for use by any thread.
 */
@SuppressWarnings("UnusedVariable") // Some fields are only in the JSON.
public final class CapacityAnswer {
  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

  private final int currentServers;
  private final int calibratedFrom;
  private final int calibratedTo;
  final @Nullable Integer neededServers;
  final @Nullable Integer neededServersAtWorst;
  final String note;
  private final List<Servers> outcomes;

  /**
   * @param neededServers least number that meets every SLO as predicted; null if none in the range
   *     does, or there is no SLO
   * @param neededServersAtWorst the same by the low ends of the predictions
   * @param note what the operator must know; empty if there is nothing
   */
  CapacityAnswer(
      int currentServers,
      int calibratedFrom,
      int calibratedTo,
      @Nullable Integer neededServers,
      @Nullable Integer neededServersAtWorst,
      String note,
      List<Servers> outcomes) {
    this.currentServers = currentServers;
    this.calibratedFrom = calibratedFrom;
    this.calibratedTo = calibratedTo;
    this.neededServers = neededServers;
    this.neededServersAtWorst = neededServersAtWorst;
    this.note = note;
    this.outcomes = Collections.unmodifiableList(new ArrayList<>(outcomes));
  }

  /** What a number of servers gives. Immutable; safe for use by any thread. */
  public static final class Servers {
    private final int servers;
    private final double operationsPerSecond;
    private final double least;
    private final double most;
    final boolean meetsSlos;
    private final boolean meetsSlosAtWorst;
    private final double cpuUse;
    private final List<Tenant> tenants;

    /**
     * @param cpuUse cores in use / cores that tenants can use; 0 if not known
     */
    Servers(
        int servers,
        boolean meetsSlos,
        boolean meetsSlosAtWorst,
        double cpuUse,
        List<Tenant> tenants) {
      this.servers = servers;
      this.operationsPerSecond = tenants.stream().mapToDouble(t -> t.operationsPerSecond).sum();
      this.least = tenants.stream().mapToDouble(t -> t.least).sum();
      this.most = tenants.stream().mapToDouble(t -> t.most).sum();
      this.meetsSlos = meetsSlos;
      this.meetsSlosAtWorst = meetsSlosAtWorst;
      this.cpuUse = cpuUse;
      this.tenants = Collections.unmodifiableList(new ArrayList<>(tenants));
    }

    public int servers() {
      return servers;
    }

    /** Of all tenants. */
    public double operationsPerSecond() {
      return operationsPerSecond;
    }

    /**
     * @throws IllegalArgumentException if there is no such tenant
     */
    public Tenant tenant(String name) {
      return tenants.stream()
          .filter(each -> each.tenant.equals(name))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no tenant is called " + name));
    }
  }

  /**
   * A tenant on a number of servers; throughputs are in operations per second. Immutable; safe for
   * use by any thread.
   */
  public static final class Tenant {
    private final String tenant;
    private final double asked;
    private final boolean hasSlo;
    private final double operationsPerSecond;
    private final double least;
    private final double most;
    private final double byCurrentClients;
    private final double isolatedThroughput;
    private final @Nullable Double latencyMillis;
    private final String basis;

    /**
     * @param asked what it asks for or its SLO; 0 if it uses whatever it gets
     * @param least low end of the prediction
     * @param most high end of the prediction
     * @param byCurrentClients at most so much by the clients that it has now; 0 if not known
     * @param latencyMillis mean time in the servers; null if it would grow without bound
     * @param basis how it was predicted
     */
    Tenant(
        String tenant,
        double asked,
        boolean hasSlo,
        double operationsPerSecond,
        double least,
        double most,
        double byCurrentClients,
        double isolatedThroughput,
        @Nullable Double latencyMillis,
        String basis) {
      this.tenant = tenant;
      this.asked = asked;
      this.hasSlo = hasSlo;
      this.operationsPerSecond = operationsPerSecond;
      this.least = least;
      this.most = most;
      this.byCurrentClients = byCurrentClients;
      this.isolatedThroughput = isolatedThroughput;
      this.latencyMillis = latencyMillis;
      this.basis = basis;
    }

    public String tenant() {
      return tenant;
    }

    public double operationsPerSecond() {
      return operationsPerSecond;
    }

    public double least() {
      return least;
    }

    public double most() {
      return most;
    }

    /** At most so much by the clients that it has now; 0 if not known. */
    public double byCurrentClients() {
      return byCurrentClients;
    }

    public String basis() {
      return basis;
    }
  }

  /**
   * @throws IllegalArgumentException if the answer does not say
   */
  public Servers on(int servers) {
    return outcomes.stream()
        .filter(each -> each.servers == servers)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("nothing is said of " + servers));
  }

  /** The document {@code capacity.json}. */
  public String toJson(long takenMillis) {
    return GSON.toJson(ArgusPage.document(takenMillis, GSON.toJsonTree(this).getAsJsonObject()));
  }
}
