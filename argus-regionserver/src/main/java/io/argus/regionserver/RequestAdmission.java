package io.argus.regionserver;

import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Reason;
import io.argus.regionserver.handler.ObservedRequest;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.io.HdfsBytes;
import io.argus.regionserver.monitor.RequestUsage;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.runaway.RunawayWatch;
import io.argus.regionserver.tenants.TableTenants;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether the calls of one region server go through its tenant scheduler or are only counted, its
 * scans are divided into pieces and its compactions are charged; and the way of a call into the
 * scheduler.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 * @param <C> the platform's call
 */
public final class RequestAdmission<T, C> {
  private final LiveSettings live;
  private final TableTenants<T> tenants;
  private final WorkloadMonitor monitor;
  private final ComponentRegistry components;
  private final ComponentSwitches switches;
  private final TenantScheduler<TenantRequest<C>> scheduler;
  private final RequestRunner<TenantRequest<C>> runner;
  private final RunawayWatch runaways;

  /** Whether all calls go to HBase until the server restarts, whatever is set. */
  private volatile boolean leftToHBase;

  // What the settings say about every call.
  private volatile boolean counts;
  private volatile boolean enforces;

  /**
   * @param handlers the most handler slots
   */
  RequestAdmission(
      LiveSettings live,
      int handlers,
      HdfsBytes hdfsBytes,
      RequestRunner<TenantRequest<C>> runner,
      TableTenants<T> tenants,
      WorkloadMonitor monitor,
      ComponentRegistry components,
      ComponentSwitches switches) {
    this.live = live;
    this.tenants = tenants;
    this.monitor = monitor;
    this.components = components;
    this.switches = switches;
    this.scheduler =
        new TenantScheduler<>(
            live.get(), handlers, hdfsBytes, runner, new Monitoring<>(monitor), System::nanoTime);
    this.runner = runner;
    this.runaways = new RunawayWatch(this::author, monitor::runaway);
    scheduler.onFault(this::fault);
    live.onChange(now -> runaways.rulesAre(now.get(Settings.RUNAWAY_RULES)));
    live.onChange(scheduler::configure);
    live.onChange(this::read); // last: who is sent to the scheduler finds it ready
  }

  private void read(Settings now) {
    Settings.Mode mode = now.get(Settings.MODE);
    counts = mode != Settings.Mode.OFF && now.get(Settings.SCHEDULER_ENABLED);
    enforces = mode == Settings.Mode.ENFORCE;
  }

  /** Counts what requests cost. */
  private static final class Monitoring<C> implements TenantScheduler.Listener<TenantRequest<C>> {
    private final WorkloadMonitor monitor;

    Monitoring(WorkloadMonitor monitor) {
      this.monitor = monitor;
    }

    @Override
    public void ended(RequestUsage usage, TenantRequest<C> request) {
      monitor.record(usage, request.operations(), request.keyHash());
      TableTenants.Alike alike = request.alike();
      if (alike != null) {
        alike.needed(usage.handlerNanos(), usage.cpuNanos(), usage.blockBytes());
      }
    }

    @Override
    public void goesOn(RequestUsage usage) {
      monitor.recordSoFar(usage);
    }
  }

  private void fault(Throwable fault) {
    components.fault(Component.SCHEDULER, fault);
    if (scheduler.hasGivenUp() && switches.remove(Component.SCHEDULER)) {
      leftToHBase = true;
      components.put(Component.SCHEDULER, Reason.GAVE_UP, fault.toString());
    }
  }

  private String author(RunawayRules.Rule rule) {
    return live.changeThatAdded(Settings.RUNAWAY_RULES, rule.toString())
        .map(change -> change.who())
        .orElse("hbase-site.xml, or before the log of changes begins");
  }

  /** Notes that the platform calls {@link #offer} while {@link #schedules}, if not always. */
  public void schedulerIsInPlace() {
    switches.add(Component.SCHEDULER, RequestAdmission::whyNotScheduling);
  }

  /** Notes that the platform's observer of scans is in every region while shares are enforced. */
  public void scansAreInPlace() {
    switches.add(
        Component.SCANS,
        now ->
            now.get(Settings.SCAN_PAUSE_LIMIT_MILLIS) > 0
                ? whyNotScheduling(now)
                : Settings.SCAN_PAUSE_LIMIT_MILLIS.key() + " is 0");
  }

  /** Notes that the platform begins each compaction by {@link RegionServerNode#writes}. */
  public void backgroundIsInPlace() {
    switches.add(
        Component.BACKGROUND,
        now ->
            now.get(Settings.BACKGROUND_ENABLED)
                ? whyNotScheduling(now)
                : Settings.BACKGROUND_ENABLED.key() + " is false");
  }

  /** Notes that the platform's memstores are watched. */
  public void memstoresAreInPlace() {
    switches.add(
        Component.MEMSTORE,
        now ->
            now.get(Settings.MEMSTORE_ENABLED)
                ? whyNotScheduling(now)
                : Settings.MEMSTORE_ENABLED.key() + " is false");
  }

  private static String whyNotScheduling(Settings now) {
    if (!now.get(Settings.SCHEDULER_ENABLED)) {
      return Settings.SCHEDULER_ENABLED.key() + " is false";
    }
    return ComponentSwitches.modeUnlessEnforce(now);
  }

  /** Notes that the platform keeps its own queue until the server restarts, whatever is set. */
  public void schedulerIsLeftOut() {
    leftToHBase = true;
    for (Component component :
        EnumSet.of(
            Component.SCHEDULER, Component.SCANS, Component.BACKGROUND, Component.MEMSTORE)) {
      components.put(
          component, Reason.NEEDS_RESTART, "argus.mode was off, or argus.scheduler.enabled false");
    }
  }

  /** Whether the tenant scheduler decides now which call runs next. */
  public boolean schedules() {
    return counts() && enforces();
  }

  /** Whether the mode is enforce now. */
  public boolean enforces() {
    return enforces;
  }

  /** Whether calls are counted now, whoever schedules them. */
  public boolean counts() {
    return counts && !leftToHBase;
  }

  boolean chargesCompactions() {
    return counts() && live.get().get(Settings.BACKGROUND_ENABLED);
  }

  boolean dividesMemstores() {
    return schedules() && live.get().get(Settings.MEMSTORE_ENABLED);
  }

  /** Whether scans are divided into pieces at all. */
  boolean dividesScans() {
    return schedules() && live.get().get(Settings.SCAN_PAUSE_LIMIT_MILLIS) > 0;
  }

  /** Whether a new scanner of a table is to be divided into pieces. */
  public boolean dividesScans(T table) {
    return dividesScans() && tenants.tenantOf(table).isPresent();
  }

  /** Whether the priority that a user gives a call on a tenant's table counts. */
  public boolean trustsPriorityOf(String user) {
    return !enforces || live.get().get(Settings.PRIORITY_USERS).contains(user);
  }

  /** Notes that a call was read as its tenant's, whatever priority its client set. */
  public void priorityIgnored(TenantId tenant) {
    monitor.priorityIgnored(tenant);
  }

  /** Notes that an attribute of a call named another tenant than the one that it counts for. */
  public void attributeIgnored(TenantId tenant) {
    monitor.attributeIgnored(tenant);
  }

  /**
   * Queues a call: in the queue of its class of its tenant, or before all others if it belongs to
   * no tenant.
   *
   * @param bytes size of the call
   * @param users who makes the call
   * @return false if that queue is full or the scheduler has stopped
   */
  public boolean offer(TenantRequest<C> request, long bytes, TableTenants.Users<C> users) {
    TenantId tenant = request.tenant();
    if (tenant == null) {
      return scheduler.offerDirect(request);
    }
    TableTenants.Alike alike = alike(request, tenant, users);
    String requestClass =
        request.isCool()
            ? RunawayRules.COOL_CLASS
            : tenants.classOf(tenant, request.kind(), request.call(), users, alike);
    TenantRequest<C> queued = watched(request, tenant, users);
    queued.isLike(alike);
    return scheduler.offer(tenant, requestClass, request.kind(), bytes, queued);
  }

  private TableTenants.@Nullable Alike alike(
      TenantRequest<C> request, TenantId tenant, TableTenants.Users<C> users) {
    Object region = request.region();
    return region == null || !tenants.learnsCosts(tenant)
        ? null
        : tenants.alike(tenant, request.kind(), runner.table(region), request.call(), users);
  }

  private TenantRequest<C> watched(
      TenantRequest<C> request, TenantId tenant, TableTenants.Users<C> users) {
    if (!runaways.isOn()) {
      return request;
    }
    C call = request.call();
    Object region = request.region();
    return request.watchedAs(
        runaways.subject(
            tenant,
            request.kind(),
            users.name(call),
            () -> users.host(call),
            () -> region == null ? "" : runner.table(region).toString()));
  }

  /** Watches what requests use, where rules limit it. */
  RunawayWatch runaways() {
    return runaways;
  }

  /**
   * Counts a tenant's call that the platform queues now, in a queue of its own. Returns null if
   * others stand for it.
   *
   * @param random any number with the same probability; {@link TenantScheduler#leavesOut} may know
   *     already that a call for one row is not counted
   */
  public @Nullable ObservedRequest<TenantRequest<C>> observe(
      TenantRequest<C> request, TenantId tenant, int random) {
    return scheduler.observe(tenant, request.kind(), request.isShort(), random, request);
  }

  public TenantScheduler<TenantRequest<C>> scheduler() {
    return scheduler;
  }
}
