package io.argus.regionserver;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.runaway.RunawayWatch;
import io.argus.regionserver.tenants.TableTenants;
import org.jspecify.annotations.Nullable;

/**
 * A call with its tenant, kind, number of operations, key and regions.
 *
 * <p>Not changed any more once it is queued; then safe for use by any thread.
 *
 * @param <C> the platform's call
 */
public final class TenantRequest<C> {
  /** Key hash of a call without a row key. */
  public static final long NO_KEY = WorkloadMonitor.NO_KEY;

  private final C call;
  private final @Nullable TenantId tenant;
  private final RequestKind kind;
  private final int operations;
  private final long keyHash;
  private final @Nullable Object region;
  private final RunawayWatch.@Nullable Costs scanner;
  private final RunawayWatch.@Nullable Subject watched;
  private TableTenants.@Nullable Alike alike;

  private TenantRequest(
      C call,
      @Nullable TenantId tenant,
      RequestKind kind,
      int operations,
      long keyHash,
      @Nullable Object region,
      RunawayWatch.@Nullable Costs scanner,
      RunawayWatch.@Nullable Subject watched) {
    this.call = call;
    this.tenant = tenant;
    this.kind = kind;
    this.operations = operations;
    this.keyHash = keyHash;
    this.region = region;
    this.scanner = scanner;
    this.watched = watched;
  }

  /**
   * @param operations actions of a multi, 1 for any other kind
   * @param keyHash hash of region and row, or {@link #NO_KEY}
   * @param region the platform's region, the first if there are several
   */
  public static <C> TenantRequest<C> of(
      C call, TenantId tenant, RequestKind kind, int operations, long keyHash, Object region) {
    return new TenantRequest<>(call, tenant, kind, operations, keyHash, region, null, null);
  }

  /** Combines the hashes of a region's name and of a row key. */
  public static long keyHash(int regionHash, int rowHash) {
    return ((long) regionHash << 32) ^ rowHash;
  }

  /** Returns a call that belongs to no tenant. */
  public static <C> TenantRequest<C> direct(C call) {
    return new TenantRequest<>(call, null, RequestKind.OTHER, 1, NO_KEY, null, null, null);
  }

  /** Returns it as a call of a scanner that has used something before, null if of none. */
  public TenantRequest<C> of(RunawayWatch.@Nullable Costs ofScanner) {
    return ofScanner == null
        ? this
        : new TenantRequest<>(call, tenant, kind, operations, keyHash, region, ofScanner, watched);
  }

  TenantRequest<C> watchedAs(RunawayWatch.@Nullable Subject subject) {
    return subject == null
        ? this
        : new TenantRequest<>(call, tenant, kind, operations, keyHash, region, scanner, subject);
  }

  /** Notes the requests that it is like, of which it is one once it has ended; null for none. */
  void isLike(TableTenants.@Nullable Alike others) {
    alike = others;
  }

  TableTenants.@Nullable Alike alike() {
    return alike;
  }

  /** Whether its class depends on the blocks that requests like it look at. */
  public boolean countsBlocks() {
    TableTenants.Alike others = alike;
    return others != null && others.countBlocks();
  }

  /** Whether it goes on with a scanner that was cooled down. */
  boolean isCool() {
    return scanner != null && scanner.isCool();
  }

  /** What limits it, null if nothing does. */
  public RunawayWatch.@Nullable Subject watched() {
    return watched;
  }

  /** Whether it gets or changes one row. */
  boolean isShort() {
    return keyHash != NO_KEY && kind != RequestKind.SCAN;
  }

  public C call() {
    return call;
  }

  /** Returns null for a call that belongs to no tenant. */
  public @Nullable TenantId tenant() {
    return tenant;
  }

  public RequestKind kind() {
    return kind;
  }

  public int operations() {
    return operations;
  }

  public long keyHash() {
    return keyHash;
  }

  /** The platform's region, the first if there are several; null if it belongs to no tenant. */
  public @Nullable Object region() {
    return region;
  }
}
