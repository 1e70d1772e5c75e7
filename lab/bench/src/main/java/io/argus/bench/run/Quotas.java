package io.argus.bench.run;

import io.argus.cluster.ClientJvm;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** HBase's own quotas on the tenants' namespaces, set when every isolated throughput is known. */
public record Quotas(ClientJvm clients, Quotas.Rule rule) implements MixPreparation {
  /** How much a tenant may do. */
  public enum Rule {
    /** Requests per second: a part (by weight) of the tenant's own isolated throughput. */
    PART_OF_ISOLATED_THROUGHPUT("REQUEST_NUMBER"),
    /**
     * Bytes delivered per second, the same for all (by weight): an equal part of the bytes of the
     * tenant that alone gets the fewest, so that every tenant can reach its limit.
     */
    EQUAL_BYTES("REQUEST_SIZE"),
    /**
     * Milliseconds of handlers per second on a region server, an equal part (by weight) of what all
     * its handlers have. HBase 2.6.3 is the first that has it.
     */
    EQUAL_HANDLER_TIME("REQUEST_HANDLER_USAGE_MS");

    private final String throttle;

    Rule(String throttle) {
      this.throttle = throttle;
    }
  }

  /** Bytes of a row with its key, as clients get it. */
  private static final long ROW_BYTES = Preset.VALUE_BYTES + 50;

  /** Milliseconds that the handlers of a region server have in a second. */
  private static final double HANDLER_MILLIS =
      1000.0 * RunSettings.defaults().clusterSettings().handlers();

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) throws IOException {
    limit(mix, limits(rule, mix, isolatedThroughputs));
  }

  @Override
  public boolean needsIsolatedThroughputs() {
    return rule != Rule.EQUAL_HANDLER_TIME;
  }

  @Override
  public void undo(WorkloadMix mix) throws IOException {
    limit(mix, mix.tenants().stream().map(tenant -> 0L).toList());
  }

  @Override
  public String describe() {
    return "quotas " + rule;
  }

  /**
   * The limit of each tenant per second, at least 1.
   *
   * @param isolatedThroughputs none for {@link Rule#EQUAL_HANDLER_TIME}, which needs none
   */
  static List<Long> limits(Rule rule, WorkloadMix mix, List<Double> isolatedThroughputs) {
    double weights = mix.tenants().stream().mapToDouble(TenantWorkload::weight).sum();
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < isolatedThroughputs.size(); i++) {
      least = Math.min(least, isolatedThroughputs.get(i) * bytesPerOperation(mix.tenants().get(i)));
    }
    List<Long> limits = new ArrayList<>();
    for (int i = 0; i < mix.tenants().size(); i++) {
      double whole =
          switch (rule) {
            case PART_OF_ISOLATED_THROUGHPUT -> isolatedThroughputs.get(i);
            case EQUAL_BYTES -> least;
            case EQUAL_HANDLER_TIME -> HANDLER_MILLIS;
          };
      limits.add(Math.max(1, Math.round(mix.tenants().get(i).weight() / weights * whole)));
    }
    return limits;
  }

  /** Bytes that go to and from the client for an operation, on average. */
  static double bytesPerOperation(TenantWorkload tenant) {
    Properties properties = tenant.workload().properties(tenant.table(), 1000);
    double scans = number(properties, "scanproportion", "0");
    double both = number(properties, "readmodifywriteproportion", "0");
    double most = number(properties, "maxscanlength", "1000");
    double rows = (number(properties, "minscanlength", "1") + most) / 2;
    return ROW_BYTES * (1 + both + scans * (rows - 1));
  }

  private static double number(Properties properties, String key, String otherwise) {
    return Double.parseDouble(properties.getProperty(key, otherwise));
  }

  private void limit(WorkloadMix mix, List<Long> perSecond) throws IOException {
    new TableProcess(clients, mix.tenants().stream().map(TenantWorkload::table).toList())
        .limit(rule.throttle, perSecond);
  }
}
