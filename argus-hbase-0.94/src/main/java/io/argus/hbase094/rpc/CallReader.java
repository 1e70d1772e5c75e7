package io.argus.hbase094.rpc;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.tenants.TableTenants;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Action;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.MultiAction;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hbase.ipc.Invocation;
import org.apache.hadoop.hbase.regionserver.ArgusServerAccess;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.jspecify.annotations.Nullable;

/**
 * Reads tenant, kind and key of a call from its parameters.
 *
 * <p>Safe for use by any thread.
 */
final class CallReader {
  private final HRegionServer server;
  private final TableTenants<String> tenants;

  CallReader(HRegionServer server, TableTenants<String> tenants) {
    this.server = server;
    this.tenants = tenants;
  }

  /**
   * Returns the call with its tenant, or without one if it is for a system table, not about the
   * data of a region, or if none of its regions is on this server.
   */
  TenantRequest<ArgusCall> read(ArgusCall call) {
    Invocation invocation = call.invocation();
    Object[] parameters = invocation == null ? null : invocation.getParameters();
    if (invocation == null || parameters == null || parameters.length == 0) {
      return TenantRequest.direct(call);
    }
    Object first = parameters[0];
    Object second = parameters.length > 1 ? parameters[1] : null;
    switch (invocation.getMethodName()) {
      case "get":
      case "exists":
        return onRow(call, first, RequestKind.GET, rowOf(second));
      case "getClosestRowBefore":
        return onRow(call, first, RequestKind.GET, second);
      case "delete":
      case "put":
        return second instanceof List
            ? onRegion(call, first, RequestKind.MULTI, ((List<?>) second).size())
            : onRow(call, first, RequestKind.WRITE, rowOf(second));
      case "append":
      case "increment":
      case "mutateRow":
        return onRow(call, first, RequestKind.WRITE, rowOf(second));
      case "checkAndDelete":
      case "checkAndPut":
      case "incrementColumnValue":
        return onRow(call, first, RequestKind.WRITE, second);
      case "execCoprocessor":
        return onRegion(call, first, RequestKind.OTHER, 1);
      case "multi":
        return first instanceof MultiAction
            ? readMulti(call, (MultiAction<?>) first)
            : TenantRequest.direct(call);
      case "openScanner":
      case "scan":
        return onRow(
            call,
            first,
            RequestKind.SCAN,
            second instanceof Scan ? ((Scan) second).getStartRow() : null);
      case "close":
      case "next":
        return first instanceof Long
            ? of(
                call,
                ArgusServerAccess.regionOf(server, (Long) first),
                RequestKind.SCAN,
                1,
                TenantRequest.NO_KEY)
            : TenantRequest.direct(call);
      default:
        return TenantRequest.direct(call);
    }
  }

  /** Whether the call is one that {@link #read} finds to be on one row, known in a moment. */
  static boolean isOnRow(ArgusCall call) {
    Invocation invocation = call.invocation();
    Object[] parameters = invocation == null ? null : invocation.getParameters();
    if (invocation == null || parameters == null || parameters.length == 0) {
      return false;
    }
    switch (invocation.getMethodName()) {
      case "get":
      case "exists":
      case "getClosestRowBefore":
      case "append":
      case "increment":
      case "mutateRow":
      case "checkAndDelete":
      case "checkAndPut":
      case "incrementColumnValue":
        return true;
      case "delete":
      case "put":
        return parameters.length > 1 && parameters[1] instanceof Row;
      case "multi":
        return parameters[0] instanceof MultiAction && ((MultiAction<?>) parameters[0]).size() == 1;
      default:
        return false;
    }
  }

  /**
   * HBase gets the rows of a multi before it takes locks for the puts and deletes among them. A
   * client also sends a single put or delete as a multi of one action.
   */
  private TenantRequest<ArgusCall> readMulti(ArgusCall call, MultiAction<?> multi) {
    if (multi.actions.isEmpty()) {
      return TenantRequest.direct(call);
    }
    List<? extends Action<?>> actions = multi.allActions();
    RequestKind kind = kindOf(actions);
    if (actions.size() == 1) {
      byte[] region = multi.actions.keySet().iterator().next();
      return onRow(call, region, kind, rowOf(actions.get(0).getAction()));
    }
    HRegion region = null;
    for (byte[] name : multi.actions.keySet()) {
      region = region == null ? ArgusServerAccess.regionOf(server, name) : region;
    }
    return of(call, region, kind, actions.size(), TenantRequest.NO_KEY);
  }

  static RequestKind kindOf(List<? extends Action<?>> actions) {
    RequestKind kind = RequestKind.GET;
    for (Action<?> action : actions) {
      Object operation = action.getAction();
      boolean writesAtTheEnd = operation instanceof Put || operation instanceof Delete;
      if (!(operation instanceof Get) && (!writesAtTheEnd || actions.size() == 1)) {
        return RequestKind.WRITE;
      }
      kind = operation instanceof Get ? kind : RequestKind.MULTI;
    }
    return kind;
  }

  private static byte @Nullable [] rowOf(@Nullable Object operation) {
    return operation instanceof Row ? ((Row) operation).getRow() : null;
  }

  private TenantRequest<ArgusCall> onRegion(
      ArgusCall call, @Nullable Object region, RequestKind kind, int operations) {
    return region instanceof byte[]
        ? of(
            call,
            ArgusServerAccess.regionOf(server, (byte[]) region),
            kind,
            operations,
            TenantRequest.NO_KEY)
        : TenantRequest.direct(call);
  }

  private TenantRequest<ArgusCall> onRow(
      ArgusCall call, @Nullable Object region, RequestKind kind, @Nullable Object row) {
    if (!(region instanceof byte[]) || !(row instanceof byte[])) {
      return onRegion(call, region, kind, 1);
    }
    long keyHash =
        TenantRequest.keyHash(Arrays.hashCode((byte[]) region), Arrays.hashCode((byte[]) row));
    return of(call, ArgusServerAccess.regionOf(server, (byte[]) region), kind, 1, keyHash);
  }

  private TenantRequest<ArgusCall> of(
      ArgusCall call, @Nullable HRegion region, RequestKind kind, int operations, long keyHash) {
    if (region == null) {
      return TenantRequest.direct(call);
    }
    TenantId tenant = tenants.tenantOf(ArgusServerAccess.tableOf(region)).orElse(null);
    return tenant == null
        ? TenantRequest.direct(call)
        : TenantRequest.of(call, tenant, kind, operations, keyHash, region);
  }
}
