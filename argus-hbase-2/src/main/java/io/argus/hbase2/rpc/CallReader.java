package io.argus.hbase2.rpc;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.tenants.TableTenants;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.regionserver.ArgusScannerAccess;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * Reads tenant, kind and key of a call from its request.
 *
 * <p>Safe for use by any thread.
 */
final class CallReader {
  private final RSRpcServices services;
  private final TableTenants<TableName> tenants;

  CallReader(RSRpcServices services, TableTenants<TableName> tenants) {
    this.services = services;
    this.tenants = tenants;
  }

  /**
   * Returns the call with its tenant, or null for a call that HBase's own scheduler has to take: it
   * is for a system table, has a priority with handlers of its own in HBase, is not about the data
   * of a region, or its region is not on this server.
   */
  @Nullable TenantRequest<CallRunner> read(CallRunner runner) {
    RpcCall call = runner.getRpcCall();
    Message request = call.getParam();
    if (request == null || hasPriority(call.getHeader())) {
      return null;
    }
    if (request instanceof GetRequest) {
      GetRequest get = (GetRequest) request;
      return read(runner, get.getRegion(), RequestKind.GET, 1, get.getGet().getRow());
    }
    if (request instanceof MutateRequest) {
      MutateRequest mutate = (MutateRequest) request;
      return read(runner, mutate.getRegion(), RequestKind.WRITE, 1, mutate.getMutation().getRow());
    }
    if (request instanceof MultiRequest) {
      return readMulti(runner, (MultiRequest) request);
    }
    if (request instanceof ScanRequest) {
      return readScan(runner, (ScanRequest) request);
    }
    if (request instanceof CoprocessorServiceRequest) {
      return read(
          runner, ((CoprocessorServiceRequest) request).getRegion(), RequestKind.OTHER, 1, null);
    }
    return null;
  }

  /** Whether HBase's scheduler runs the call in other handlers than the general ones. */
  static boolean hasPriority(RequestHeader header) {
    int priority = header.getPriority();
    return header.hasPriority()
        && (priority > HConstants.QOS_THRESHOLD
            || priority == HConstants.REPLICATION_QOS
            || priority == HConstants.BULKLOAD_QOS);
  }

  private @Nullable TenantRequest<CallRunner> readMulti(CallRunner runner, MultiRequest multi) {
    if (multi.getRegionActionCount() == 0) {
      return null;
    }
    int actions = 0;
    for (RegionAction ofRegion : multi.getRegionActionList()) {
      actions += ofRegion.getActionCount();
    }
    return read(runner, multi.getRegionAction(0).getRegion(), kindOf(multi), actions, null);
  }

  /** One that only gets rows waits for HDFS like a get; any other may hold locks while it reads. */
  static RequestKind kindOf(MultiRequest multi) {
    for (RegionAction ofRegion : multi.getRegionActionList()) {
      for (Action action : ofRegion.getActionList()) {
        if (!action.hasGet()) {
          return RequestKind.MULTI;
        }
      }
      if (ofRegion.hasCondition()) {
        return RequestKind.MULTI;
      }
    }
    return RequestKind.GET;
  }

  private @Nullable TenantRequest<CallRunner> readScan(CallRunner runner, ScanRequest scan) {
    if (!scan.hasScannerId()) {
      return read(runner, scan.getRegion(), RequestKind.SCAN, 1, scan.getScan().getStartRow());
    }
    TableName table = ArgusScannerAccess.tableOf(services, scan.getScannerId());
    return table == null
        ? null
        : of(runner, tenants.tenantOf(table), RequestKind.SCAN, 1, TenantRequest.NO_KEY);
  }

  private @Nullable TenantRequest<CallRunner> read(
      CallRunner runner,
      RegionSpecifier region,
      RequestKind kind,
      int operations,
      @Nullable ByteString row) {
    TableName table;
    try {
      table = services.getRegion(region).getTableDescriptor().getTableName();
    } catch (IOException regionIsNotHere) {
      return null;
    }
    return of(
        runner,
        tenants.tenantOf(table),
        kind,
        operations,
        row == null
            ? TenantRequest.NO_KEY
            : TenantRequest.keyHash(region.getValue().hashCode(), row.hashCode()));
  }

  private static @Nullable TenantRequest<CallRunner> of(
      CallRunner runner,
      Optional<TenantId> tenant,
      RequestKind kind,
      int operations,
      long keyHash) {
    return tenant.isPresent()
        ? TenantRequest.of(runner, tenant.get(), kind, operations, keyHash)
        : null;
  }
}
