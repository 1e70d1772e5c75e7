package io.argus.regionserver;

import io.argus.core.documents.LiveSettings;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.ComponentStatus;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.io.HdfsBytes;
import io.argus.regionserver.memstore.MemstoreRegions;
import io.argus.regionserver.memstore.Memstores;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.plan.PlanApplier;
import io.argus.regionserver.report.RegionCounters;
import io.argus.regionserver.report.ServerReports;
import io.argus.regionserver.tenants.TableDirectory;
import io.argus.regionserver.tenants.TableTenants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Argus on one region server: makes its parts and hands them out to the platform, which puts them
 * in place one by one.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 * @param <C> the platform's call
 */
public final class RegionServerNode<T, C> {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final ComponentRegistry components = new ComponentRegistry(RegionServerNode::log);
  private final PlanApplier plans = new PlanApplier(System::currentTimeMillis, System::nanoTime);
  private final TableTenants<T> tenants;
  private final RequestAdmission<T, C> requests;
  private final CacheLevels<T> blocks;
  private final HdfsWrites<T> writes;
  private final Memstores<T> memstores;
  private final ServerReports reports;
  private final PlannerLink<T> link;

  /**
   * @param handlers the most handler slots
   */
  public RegionServerNode(
      Settings settings,
      int handlers,
      TableDirectory<T> tables,
      HdfsBytes hdfsBytes,
      RequestRunner<TenantRequest<C>> runner) {
    settings.problems().forEach(problem -> LOG.error("{}", problem));
    LiveSettings live = new LiveSettings(settings);
    LocalSwitch localSwitch = new LocalSwitch(live);
    ComponentSwitches switches = new ComponentSwitches(live, localSwitch, components);
    WorkloadMonitor monitor = new WorkloadMonitor();
    tenants = new TableTenants<>(tables, settings.get(Settings.TENANT_RULES), components);
    requests =
        new RequestAdmission<>(
            live, handlers, hdfsBytes, runner, tenants, monitor, components, switches);
    TenantScheduler<?> scheduler = requests.scheduler();
    plans.addTarget(scheduler::apply);
    writes =
        new HdfsWrites<>(tenants, monitor, scheduler, components, requests::chargesCompactions);
    RegionCounters<T> regions = new RegionCounters<>(tenants);
    memstores =
        new Memstores<>(
            tenants,
            tenant -> plans.plan().reservation(tenant).map(Reservation::weight).orElse(1.0),
            scheduler::holdWrites,
            requests::dividesMemstores,
            fault -> components.fault(Component.MEMSTORE, fault),
            System::nanoTime);
    reports =
        new ServerReports(monitor, scheduler, plans, components, live, tenants, regions, memstores);
    reports.watch(requests.runaways());
    blocks = new CacheLevels<>(live, tenants, scheduler.io(), plans, reports, components, switches);
    link = new PlannerLink<>(live, localSwitch, plans, scheduler, reports, regions, components);
    live.onChange(now -> tenants.callersAre(now.get(Settings.TENANT_CALLERS)));
    live.onChange(now -> tenants.classesAre(now.get(Settings.TENANT_CLASSES)));
    live.onChange(now -> tenants.limitsAre(now.get(Settings.RUNAWAY_RULES)));
    live.onChange(switches::show);
  }

  private static void log(ComponentStatus status) {
    if (status.isActive()) {
      LOG.info("Argus: {}", status);
    } else {
      LOG.warn("Argus: {}", status);
    }
  }

  /** Requests: whether they are scheduled, and their scheduler. */
  public RequestAdmission<T, C> requests() {
    return requests;
  }

  /** The block cache. */
  public CacheLevels<T> blocks() {
    return blocks;
  }

  /** Charges what this server writes to HDFS outside of requests. */
  public HdfsWrites<T> writes() {
    return writes;
  }

  /**
   * Watches the platform's memstores from now on, until this node stops. Throws nothing.
   *
   * @param <R> the platform's region
   */
  public <R> void watchMemstores(MemstoreRegions<T, R> regions) {
    link.owns(memstores.watch(regions));
    requests.memstoresAreInPlace();
  }

  /** The way of plans, settings and reports. */
  public PlannerLink<T> link() {
    return link;
  }

  /** What this server reports of itself. */
  public ServerReports reports() {
    return reports;
  }

  public ComponentRegistry components() {
    return components;
  }

  public TableTenants<T> tenants() {
    return tenants;
  }

  public PlanApplier plans() {
    return plans;
  }
}
