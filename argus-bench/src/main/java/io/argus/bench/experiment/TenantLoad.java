package io.argus.bench.experiment;

import io.argus.bench.load.Preset;

/**
 * One tenant of a mix: its workload and how many client threads drive it.
 *
 * @param name the tenant, which is also the namespace of its table
 *     <p>Immutable.
 */
public record TenantLoad(String name, Preset workload, int threads) {

  public TenantLoad {
    if (threads < 1 || threads > 1000) {
      throw new IllegalArgumentException("threads is " + threads + "; must be 1..1000");
    }
  }

  /** The tenant's table. */
  public String table() {
    return name + ":usertable";
  }

  /** The load as mixes write it, such as {@code exhot50}. */
  public String label() {
    return workload.label() + threads;
  }
}
