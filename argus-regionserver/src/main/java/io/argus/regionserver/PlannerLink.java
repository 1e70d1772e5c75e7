package io.argus.regionserver;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.LiveSettings;
import io.argus.core.tenant.Caps;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Reason;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.plan.PlanApplier;
import io.argus.regionserver.plan.TasksInOrder;
import io.argus.regionserver.report.MasterEndpoint;
import io.argus.regionserver.report.RegionCounters;
import io.argus.regionserver.report.ServerReports;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects one region server with the planner and the operators: it takes plans and settings, and
 * reports. It owns the threads and connections for that.
 *
 * <p>Nothing is thrown: what fails is shown as the state of a component. Safe for use by any
 * thread, but {@link #report} and {@link #readRegions} are for one.
 *
 * @param <T> the platform's name of a table
 */
public final class PlannerLink<T> {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final LiveSettings live;
  private final LocalSwitch localSwitch;
  private final PlanApplier plans;
  private final TenantScheduler<?> scheduler;
  private final ServerReports reports;
  private final RegionCounters<T> regions;
  private final ComponentRegistry components;
  private final TasksInOrder documentThread = new TasksInOrder("argus-documents");
  private final TasksInOrder reportThread = new TasksInOrder("argus-report-calls");
  private final List<Closeable> owned = new CopyOnWriteArrayList<>();
  private volatile boolean followsShares;

  PlannerLink(
      LiveSettings live,
      LocalSwitch localSwitch,
      PlanApplier plans,
      TenantScheduler<?> scheduler,
      ServerReports reports,
      RegionCounters<T> regions,
      ComponentRegistry components) {
    this.live = live;
    this.localSwitch = localSwitch;
    this.plans = plans;
    this.scheduler = scheduler;
    this.reports = reports;
    this.regions = regions;
    this.components = components;
  }

  /** Begins to watch the file that switches Argus off on this server alone. */
  public void startLocalSwitch() {
    try {
      reports.offFileIs(localSwitch.file().getPath());
      localSwitch.start();
    } catch (RuntimeException | Error e) {
      components.put(Component.SETTINGS, Reason.NO_LOCAL_SWITCH, e.toString());
    }
  }

  /** Takes over the live keys of an hbase-site.xml that was read again. */
  public void reload(Function<String, @Nullable String> source) {
    try {
      live.reload(source);
    } catch (RuntimeException | LinkageError e) {
      components.fault(Component.SETTINGS, e);
    }
  }

  /** The thread that applies plans and settings, so that ZooKeeper's does not. */
  public Executor documentThread() {
    return documentThread;
  }

  /**
   * Takes over the operators' changes of settings as they are now, where they cannot be followed
   * yet. If they cannot be read, those of hbase-site.xml stay.
   */
  public void readSettings(ClusterDocuments documents) {
    try {
      live.accept(documents.read(ClusterDocuments.SETTINGS));
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("This region server starts with the settings of hbase-site.xml", e);
    }
  }

  /** Follows the planner's plans and the operators' changes of settings. */
  public void followPlan(ClusterDocuments documents) {
    try {
      components.active(Component.PLAN);
      live.follow(documents, () -> {});
      documents.watch(ClusterDocuments.PLAN, this::planChanged);
      documents.watch(ClusterDocuments.ALIVE, reports::plannerSigned);
    } catch (RuntimeException | LinkageError e) {
      planIsOutOfReach(e);
    }
  }

  /** Notes that this server cannot reach the planner. */
  public void planIsOutOfReach(Throwable cause) {
    components.failed(Component.PLAN, cause);
    LOG.error("This region server is not connected with the planner", cause);
  }

  private void planChanged(byte @Nullable [] stored) {
    plans.accept(stored);
    showPlanProblem();
  }

  private void sharesChanged(byte @Nullable [] stored) {
    plans.acceptShares(stored);
    showPlanProblem();
  }

  /** A division that cannot be read is not confirmed, so that the master keeps to the last one. */
  private void capsDivided(byte @Nullable [] stored, String server) {
    try {
      scheduler.divide(
          stored == null || stored.length == 0 ? Caps.Parts.NONE : Caps.Parts.read(stored), server);
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("The caps of tenants stay divided as before: {}", e.toString());
    }
  }

  private void showPlanProblem() {
    components.putUnlessEmpty(Component.PLAN, Reason.UNREADABLE_PLAN, plans.problem());
  }

  /** Sends reports to the active master itself, where it takes them. */
  public void reportTo(MasterEndpoint master) {
    reports.callMaster(master, reportThread);
  }

  /**
   * Reports to the planner. The first time it also begins to follow the shares that plans have for
   * this server alone, as its name is known only now.
   *
   * @param server name of this region server
   */
  public void report(ClusterDocuments documents, Supplier<String> server) {
    if (!followsShares) {
      try {
        String name = server.get();
        documents.watch(ClusterDocuments.sharesOf(name), this::sharesChanged);
        documents.watch(ClusterDocuments.CAPS, stored -> capsDivided(stored, name));
        followsShares = true;
      } catch (RuntimeException | LinkageError e) {
        components.put(Component.PLAN, Reason.NO_OWN_SHARES, e.toString());
      }
    }
    reports.send(documents, server);
  }

  /**
   * Reads what HBase itself counts of its regions, for the next report.
   *
   * @param online the regions that are open on this server
   * @param <R> the platform's region
   */
  public <R> void readRegions(
      Supplier<? extends Collection<? extends R>> online, RegionCounters.Reader<R, T> reader) {
    try {
      regions.poll(online.get(), reader);
      components.active(Component.METERING);
    } catch (RuntimeException | LinkageError e) {
      components.failed(Component.METERING, e);
    }
  }

  /** Has a connection that is Argus's own closed by {@link #stop}. */
  public void owns(Closeable connection) {
    owned.add(connection);
  }

  /** Ends the threads of Argus itself, and its connections. */
  public void stop() {
    localSwitch.stop();
    documentThread.stop();
    reportThread.stop();
    for (Closeable connection : owned) {
      try {
        connection.close();
      } catch (IOException | RuntimeException | LinkageError e) {
        LOG.warn("A connection of Argus was not closed and ends by itself", e);
      }
    }
  }
}
