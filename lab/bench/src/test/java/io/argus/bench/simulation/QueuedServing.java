package io.argus.bench.simulation;

import io.argus.core.settings.Settings;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.io.HandlerSlot;
import io.argus.regionserver.io.IoAdmission;
import io.argus.regionserver.io.IoPolicy;
import io.argus.regionserver.io.IoRequest;
import io.argus.regionserver.io.IoSchedule;
import io.argus.regionserver.io.IoTenant;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Servers that serve request by request, in simulated time: each miss waits for a grant of the
 * region server's own {@link IoSchedule}, then in the queue of the disk.
 *
 * <p>Regions may move; servers stay, and tenants do not come or go.
 *
 * <p>Used by one thread.
 */
final class QueuedServing implements Serving {
  private static final long ROUND_TRIP_NANOS = (long) (SimulatedHardware.ROUND_TRIP_SECONDS * 1e9);
  private static final long READ_NANOS = (long) (1e9 / SimulatedHardware.READS_PER_SECOND);
  private static final long OPERATION_NANOS = (long) (1e9 / SimulatedHardware.MAX_OPERATIONS);

  /** How often a server looks for credits that have come. */
  private static final long TICK_NANOS = 10_000_000;

  private final IoAdmission admission =
      new IoAdmission(IoPolicy.of(Settings.defaults()), () -> 0, System::nanoTime, new Faults());
  private final Random random;
  private final PriorityQueue<Client> due =
      new PriorityQueue<>((one, other) -> Long.compare(one.dueNanos, other.dueNanos));
  private final List<Server> servers = new ArrayList<>();
  private final List<Tenant> tenants = new ArrayList<>();
  private long now;
  private long tick;

  QueuedServing(Random random) {
    this.random = random;
  }

  /** A tenant with its queue at each server. */
  private static final class Tenant {
    final SimulatedTenant tenant;
    final Queue[] queues;

    /** Sums of the regions' demand, up to each of them. */
    final double[] sums;

    Tenant(SimulatedTenant tenant, List<Server> servers) {
      this.tenant = tenant;
      this.queues = new Queue[servers.size()];
      for (int s = 0; s < queues.length; s++) {
        queues[s] = new Queue(servers.get(s), new TenantOnServer(tenant, s));
      }
      sums = new double[tenant.regions()];
      double sum = 0;
      for (int r = 0; r < sums.length; r++) {
        sum += tenant.demand(r);
        sums[r] = sum;
      }
    }

    /** Draws a region by demand; returns the queue at its server. */
    Queue next(Random random) {
      int found = Arrays.binarySearch(sums, random.nextDouble() * sums[sums.length - 1]);
      int region = Math.min(sums.length - 1, found < 0 ? -found - 1 : found);
      return queues[tenant.place(region)];
    }
  }

  /** A client; its request is at a server or on its way. */
  private static final class Client extends IoRequest {
    final Tenant tenant;
    Queue at;
    boolean reads;
    long enteredNanos;
    long grantedNanos;
    long dueNanos;

    Client(IoAdmission admission, Tenant tenant) {
      super(admission, Thread.currentThread(), HandlerSlot.NONE);
      this.tenant = tenant;
      this.at = tenant.queues[0];
    }

    void begin() {
      begin(at.io, RequestKind.GET, 0);
    }
  }

  /** A tenant at a server. */
  private static final class Queue {
    final Server server;
    final IoTenant io;
    TenantOnServer part;
    private long countedNanos;
    private boolean backlogged;

    Queue(Server server, TenantOnServer part) {
      this.server = server;
      this.part = part;
      this.io = server.schedule.add(part.tenant.id);
      server.queues.add(this);
    }

    /** Adds the time during which a request waited; to be called after each change. */
    void count(long nowNanos) {
      part.backlogSeconds += backlogged ? (nowNanos - countedNanos) / 1e9 : 0;
      countedNanos = nowNanos;
      part.waiting = io.waiting();
      backlogged = io.waiting() > 0;
    }
  }

  private static final class Server {
    final IoSchedule schedule = new IoSchedule(IoPolicy.of(Settings.defaults()), 0);
    final List<Queue> queues = new ArrayList<>();
    long diskFreeNanos;
    long cpuFreeNanos;
  }

  @Override
  public double hdfsCapacity(int server) {
    return servers.get(server).schedule.hdfsCapacityPerSecond();
  }

  @Override
  public void run(SimulatedCluster cluster, double seconds, boolean changed) {
    if (servers.isEmpty()) {
      begin(cluster);
    }
    if (changed) {
      takeOver(cluster);
    }
    long end = now + (long) (seconds * 1e9);
    while (true) {
      Client next = due.peek();
      long at = next == null ? Long.MAX_VALUE : next.dueNanos;
      if (Math.min(at, tick) > end) {
        break;
      }
      now = Math.min(at, tick);
      if (next != null && at <= tick) {
        due.remove();
        finish(next);
      } else {
        tick += TICK_NANOS;
        servers.forEach(this::grant);
      }
    }
    now = end;
    for (Server server : servers) {
      server.queues.forEach(queue -> queue.count(now));
    }
  }

  private void begin(SimulatedCluster cluster) {
    for (int s = 0; s < cluster.servers(); s++) {
      servers.add(new Server());
    }
    cluster.all().forEach(tenant -> tenants.add(new Tenant(tenant, servers)));
    takeOver(cluster);
    for (Tenant tenant : tenants) {
      for (int c = 0; c < tenant.tenant.clients; c++) {
        goOn(new Client(admission, tenant));
      }
    }
  }

  private void takeOver(SimulatedCluster cluster) {
    for (int s = 0; s < servers.size(); s++) {
      Server server = servers.get(s);
      double mean = 1.0 / Math.max(1, server.queues.size());
      for (Queue queue : server.queues) {
        for (TenantOnServer part : cluster.on(s)) {
          queue.part = part.tenant == queue.part.tenant ? part : queue.part;
        }
        server.schedule.share(queue.io, queue.part.guaranteedHdfs, mean);
      }
    }
  }

  /** The client asks for the next key. */
  private void goOn(Client client) {
    client.at = client.tenant.next(random);
    client.reads = random.nextDouble() < client.at.part.missRatio();
    if (client.reads) {
      client.enteredNanos = now;
      client.begin();
      client.at.server.schedule.enter(client, now);
      client.at.count(now);
      grant(client.at.server);
    } else {
      Server server = client.at.server;
      server.cpuFreeNanos = Math.max(server.cpuFreeNanos, now) + OPERATION_NANOS;
      client.dueNanos = server.cpuFreeNanos + ROUND_TRIP_NANOS;
      due.add(client);
    }
  }

  private void grant(Server server) {
    IoRequest granted = server.schedule.grant(now);
    while (granted != null) {
      Client client = (Client) granted;
      client.at.count(now);
      client.grantedNanos = now;
      client.at.part.waitSeconds += (now - client.enteredNanos) / 1e9;
      server.diskFreeNanos = Math.max(server.diskFreeNanos, now) + READ_NANOS;
      client.dueNanos = server.diskFreeNanos;
      due.add(client);
      granted = server.schedule.grant(now);
    }
  }

  private void finish(Client client) {
    Queue queue = client.at;
    queue.part.operations++;
    if (client.reads) {
      queue.part.misses++;
      queue.part.readSeconds += (now - client.grantedNanos) / 1e9;
      queue.server.schedule.leave(client, SimulatedHardware.BLOCK_BYTES, now);
      grant(queue.server);
    }
    goOn(client);
  }
}
