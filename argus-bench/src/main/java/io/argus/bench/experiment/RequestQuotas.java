package io.argus.bench.experiment;

import io.argus.bench.cluster.ClientJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * HBase's own quotas as an operator would set them who knows every baseline: each tenant may do its
 * part of its own baseline, in requests per second on its namespace.
 *
 * <p>Used by one thread.
 */
public final class RequestQuotas implements MixPreparation {
  private final ClientJvm clients;

  public RequestQuotas(ClientJvm clients) {
    this.clients = clients;
  }

  @Override
  public void prepare(Mix mix, List<Double> baselines) throws IOException {
    limit(mix, limits(mix, baselines));
  }

  @Override
  public void undo(Mix mix) throws IOException {
    limit(mix, mix.tenants().stream().map(tenant -> 0L).toList());
  }

  @Override
  public String describe() {
    return "REQUEST_NUMBER per namespace: weight / sum of weights of the tenant's baseline";
  }

  /** Requests per second of each tenant: its weight's part of its baseline, at least 1. */
  static List<Long> limits(Mix mix, List<Double> baselines) {
    double weights = mix.tenants().stream().mapToDouble(TenantLoad::weight).sum();
    List<Long> limits = new ArrayList<>();
    for (int i = 0; i < baselines.size(); i++) {
      double part = mix.tenants().get(i).weight() / weights;
      limits.add(Math.max(1, Math.round(part * baselines.get(i))));
    }
    return limits;
  }

  private void limit(Mix mix, List<Long> perSecond) throws IOException {
    new TableProcess(clients, mix.tenants().stream().map(TenantLoad::table).toList())
        .limit(perSecond);
  }
}
