package io.argus.bench.simulation;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * What happens to a simulated cluster: it is drawn at random with skewed demand, and then servers
 * die, regions move, and tenants come and go, a hundredth of them at a time.
 *
 * <p>Used by one thread.
 */
final class ClusterLife {
  private static final int REGIONS_PER_SERVER = 2;
  private static final double REGION_BYTES = 300L << 20;

  /**
   * The widest tenants are on so many times the usual number of servers, the narrowest on a part.
   */
  private static final double BREADTH = 4;

  /** So many that they keep a tenant's bottleneck server busy. */
  private static final int CLIENTS_PER_SERVER = 20;

  private static final int PART = 100;

  private final LoopSize size;
  private final Random random;
  private final SimulatedCluster cluster;
  private int named;

  ClusterLife(LoopSize size, Random random) {
    this.size = size;
    this.random = random;
    this.cluster = new SimulatedCluster(size.servers());
    for (int i = 0; i < size.tenants(); i++) {
      cluster.add(tenant());
    }
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  /** A tenant whose regions are of about 1 to 27 times the demand of each other. */
  private SimulatedTenant tenant() {
    List<Integer> servers = upServers();
    Collections.shuffle(servers, random);
    double breadth = Math.pow(BREADTH, 2 * random.nextDouble() - 1);
    int count = (int) Math.max(1, Math.min(servers.size(), breadth * size.serversPerTenant()));
    int regions = REGIONS_PER_SERVER * count;
    double[] demands = new double[regions];
    int[] places = new int[regions];
    for (int r = 0; r < regions; r++) {
      demands[r] = Math.pow(0.5 + random.nextDouble(), 3);
      places[r] = servers.get(r % count);
    }
    double sum = Arrays.stream(demands).sum();
    for (int r = 0; r < regions; r++) {
      demands[r] /= sum;
    }
    String name = String.format(Locale.ROOT, "team_%04d", named++);
    return new SimulatedTenant(
        TenantId.of(name), CLIENTS_PER_SERVER * count, REGION_BYTES, demands, places);
  }

  private List<Integer> upServers() {
    List<Integer> up = new ArrayList<>();
    for (int s = 0; s < cluster.servers(); s++) {
      if (cluster.isUp(s)) {
        up.add(s);
      }
    }
    return up;
  }

  private static int part(int all) {
    return Math.max(1, all / PART);
  }

  /** Servers die; their regions go to others. Returns how many. */
  int killServers() {
    List<Integer> up = upServers();
    Collections.shuffle(up, random);
    List<Integer> dying = up.subList(0, part(size.servers()));
    dying.forEach(cluster::stop);
    List<Integer> left = upServers();
    for (SimulatedTenant tenant : cluster.all()) {
      for (int r = 0; r < tenant.regions(); r++) {
        if (!cluster.isUp(tenant.place(r))) {
          tenant.move(r, left.get(random.nextInt(left.size())));
        }
      }
    }
    return dying.size();
  }

  /** Regions move to servers drawn at random, as a balancer's run does. Returns how many. */
  int moveRegions() {
    List<Integer> up = upServers();
    int moved = 0;
    for (SimulatedTenant tenant : cluster.all()) {
      for (int k = 0; k < part(tenant.regions()); k++) {
        tenant.move(random.nextInt(tenant.regions()), up.get(random.nextInt(up.size())));
        moved++;
      }
    }
    return moved;
  }

  /** Returns how many tenants come. */
  int addTenants() {
    for (int k = 0; k < part(size.tenants()); k++) {
      cluster.add(tenant());
    }
    return part(size.tenants());
  }

  /** Returns how many tenants go. */
  int removeTenants() {
    for (int k = 0; k < part(size.tenants()); k++) {
      cluster.remove(cluster.all().get(random.nextInt(cluster.all().size())));
    }
    return part(size.tenants());
  }
}
