package io.argus.experiments.fault;

import io.argus.bench.fault.FaultDocuments;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.cli.plan.PlanPin;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * Argus's nodes in the ZooKeeper of the embedded cluster. Connects when first asked.
 *
 * <p>Used by one thread.
 */
final class LiveDocuments implements FaultDocuments, AutoCloseable {
  private static final int SESSION_MILLIS = 10_000;

  private @Nullable ZooKeeper zooKeeper;
  private String base = "";

  @Override
  public List<String> names() throws IOException, InterruptedException {
    List<String> names = new ArrayList<>();
    try {
      add("", names);
    } catch (KeeperException e) {
      throw new IOException("cannot list " + base, e);
    }
    return names;
  }

  private void add(String below, List<String> names)
      throws KeeperException, IOException, InterruptedException {
    try {
      for (String child : connected().getChildren(base + below, false)) {
        names.add((below + "/" + child).substring(1));
        add(below + "/" + child, names);
      }
    } catch (KeeperException.NoNodeException e) {
      // It went meanwhile.
    }
  }

  @Override
  public void write(String name, byte[] data) throws IOException, InterruptedException {
    String path = path(name);
    try {
      if (connected().exists(path, false) == null) {
        connected().create(path, data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
      } else {
        connected().setData(path, data, -1);
      }
    } catch (KeeperException.NoNodeException | KeeperException.NodeExistsException e) {
      // A server was faster; the next round writes it.
    } catch (KeeperException e) {
      throw new IOException("cannot write " + path, e);
    }
  }

  @Override
  public void delete(String name) throws IOException, InterruptedException {
    String path = path(name);
    try {
      connected().delete(path, -1);
    } catch (KeeperException.NoNodeException e) {
      // There is none.
    } catch (KeeperException e) {
      throw new IOException("cannot delete " + path, e);
    }
  }

  @Override
  @SuppressWarnings("NullAway") // a map without nulls is one that may have some
  public void change(Map<String, String> settings) throws IOException, InterruptedException {
    try (LiveCluster live = LiveCluster.connect(location())) {
      live.settings().change(ChangeRequest.of(Map.copyOf(settings)), false);
    }
  }

  @Override
  public void pin(Map<String, Double> shares) throws IOException, InterruptedException {
    List<Reservation> reservations = new ArrayList<>();
    shares.forEach(
        (tenant, share) -> reservations.add(Reservation.of(TenantId.of(tenant), 1, share, share)));
    write(ClusterDocuments.PIN, WireFormat.write(PlanPin.of(reservations, true, "storm of plans")));
  }

  private String path(String name) throws IOException {
    connected();
    return base + "/" + name;
  }

  private ZooKeeper connected() throws IOException {
    ZooKeeper connected = zooKeeper;
    if (connected == null || !connected.getState().isAlive()) {
      SiteLocation location = location();
      base = location.base();
      connected = new ZooKeeper(location.connect(), SESSION_MILLIS, event -> {});
      zooKeeper = connected;
    }
    return connected;
  }

  private static SiteLocation location() throws IOException {
    return SiteLocation.embedded();
  }

  @Override
  public void close() {
    ZooKeeper open = zooKeeper;
    if (open != null) {
      try {
        open.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
