package io.argus.bench.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Servers that serve what the shares and the rules of borrowing give: a fluid model of queues. In
 * each step, a server divides its reads among the tenants whose clients wait there; each client
 * that was served goes to a server by the tenant's demand.
 *
 * <p>Operations scatter like those of a Poisson process, and each of them misses by itself. Clients
 * of a tenant whose regions move begin anew, spread by its demand.
 *
 * <p>Used by one thread.
 */
final class SharedServing implements Serving {
  private final double stepSeconds;
  private final Random random;

  /**
   * @param stepSeconds length of a step; a client is served at most once in each
   */
  SharedServing(double stepSeconds, Random random) {
    this.stepSeconds = stepSeconds;
    this.random = random;
  }

  @Override
  public double hdfsCapacity(int server) {
    return SimulatedHardware.READS_PER_SECOND * SimulatedHardware.BLOCK_BYTES;
  }

  @Override
  public void run(SimulatedCluster cluster, double seconds, boolean changed) {
    List<Server> servers = new ArrayList<>();
    for (int s = 0; s < cluster.servers(); s++) {
      servers.add(new Server(cluster.on(s)));
    }
    int steps = (int) Math.round(seconds / stepSeconds);
    for (int step = 0; step < steps; step++) {
      cluster.all().forEach(tenant -> tenant.served = 0);
      servers.forEach(this::serve);
      servers.forEach(this::goOn);
    }
    for (Server server : servers) {
      for (TenantOnServer part : server.parts) {
        double missRatio = part.missRatio();
        part.operations = scattered(part.operations, part.operations);
        double misses = part.operations * missRatio;
        part.misses = Math.min(part.operations, scattered(misses, misses * (1 - missRatio)));
      }
    }
  }

  /** The tenants of a server, as arrays. */
  private static final class Server {
    final TenantOnServer[] parts;
    final double[] missRatios;
    final double[] shares;
    final double[] reads;
    final double[] finished;

    Server(List<TenantOnServer> there) {
      int n = there.size();
      parts = there.toArray(new TenantOnServer[0]);
      missRatios = new double[n];
      shares = new double[n];
      reads = new double[n];
      finished = new double[n];
      for (int k = 0; k < n; k++) {
        missRatios[k] = parts[k].missRatio();
        shares[k] = parts[k].guaranteedHdfs;
      }
    }
  }

  private void serve(Server server) {
    for (int k = 0; k < server.reads.length; k++) {
      double ready = server.parts[k].clients / stepSeconds;
      server.finished[k] = Math.min(ready, SimulatedHardware.MAX_OPERATIONS);
      server.reads[k] = server.finished[k] * server.missRatios[k];
    }
    double[] granted =
        Sharing.divide(SimulatedHardware.READS_PER_SECOND, server.shares, server.reads);
    for (int k = 0; k < granted.length; k++) {
      if (server.reads[k] > 0) {
        server.finished[k] *= granted[k] / server.reads[k];
      }
      server.parts[k].tenant.served += server.finished[k];
    }
  }

  private void goOn(Server server) {
    for (int k = 0; k < server.finished.length; k++) {
      TenantOnServer part = server.parts[k];
      double done = server.finished[k] * stepSeconds;
      double waiting = Math.max(0, part.clients - done);
      part.operations += done;
      part.readSeconds += done * server.missRatios[k] / SimulatedHardware.READS_PER_SECOND;
      part.waiting = waiting;
      part.waitSeconds += waiting * stepSeconds;
      part.backlogSeconds += waiting / (1 + waiting) * stepSeconds;
      part.clients = waiting + part.tenant.served * stepSeconds * part.demand;
    }
  }

  private double scattered(double mean, double variance) {
    return Math.max(0, mean + Math.sqrt(variance) * random.nextGaussian());
  }
}
