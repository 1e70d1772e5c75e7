package io.argus.hbase2.rpc;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.RequestAdmission;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.runaway.RunawayWatch;
import io.argus.regionserver.tenants.TableTenants;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.regionserver.ArgusRegionAccess;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
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
  private final HRegionServer server;
  private final RSRpcServices services;
  private final TableTenants<TableName> tenants;
  private final RequestAdmission<TableName, CallRunner> requests;
  private final TableTenants.Users<CallRunner> users;

  CallReader(
      HRegionServer server, RSRpcServices services, RegionServerNode<TableName, CallRunner> node) {
    this.server = server;
    this.services = services;
    this.tenants = node.tenants();
    this.requests = node.requests();
    this.users = new Callers();
  }

  TableTenants.Users<CallRunner> users() {
    return users;
  }

  /** Who makes a call. */
  private final class Callers implements TableTenants.Users<CallRunner> {
    @Override
    public @Nullable String name(CallRunner call) {
      return call.getRpcCall().getRequestUser().map(User::getShortName).orElse(null);
    }

    @Override
    public String host(CallRunner call) {
      InetAddress address = call.getRpcCall().getRemoteAddress();
      return address == null ? "" : address.getHostAddress();
    }

    @Override
    public Supplier<List<String>> groups(CallRunner call) {
      User user = call.getRpcCall().getRequestUser().orElse(null);
      return () -> user == null ? Collections.emptyList() : Arrays.asList(user.getGroupNames());
    }

    @Override
    public byte @Nullable [] attribute(CallRunner call, String name) {
      return tenants.hasAttributes() ? CallAttributes.of(call.getRpcCall(), name) : null;
    }

    @Override
    public void attributeIgnored(TenantId tenant) {
      requests.attributeIgnored(tenant);
    }
  }

  /**
   * Returns the call with its tenant, or null for a call that HBase's own scheduler has to take: it
   * is for a system table, has a trusted priority with handlers of its own in HBase, is not about
   * the data of a region, or none of its regions is on this server.
   */
  @Nullable TenantRequest<CallRunner> read(CallRunner runner) {
    RpcCall call = runner.getRpcCall();
    boolean priority = hasPriority(call.getHeader());
    if (priority && isTrusted(call.getRequestUser().orElse(null))) {
      return null;
    }
    TenantRequest<CallRunner> request = read(runner, call.getParam());
    TenantId tenant = request == null ? null : request.tenant();
    if (priority && tenant != null) {
      requests.priorityIgnored(tenant);
    }
    return request;
  }

  /** Region servers call each other as the user that they run as. */
  private boolean isTrusted(@Nullable User user) {
    User own = Superusers.getSystemUser();
    String name = user == null ? "" : user.getShortName();
    return (own != null && own.getShortName().equals(name)) || requests.trustsPriorityOf(name);
  }

  private @Nullable TenantRequest<CallRunner> read(CallRunner runner, @Nullable Message request) {
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
    HRegion region = null;
    for (RegionAction ofRegion : multi.getRegionActionList()) {
      actions += ofRegion.getActionCount();
      region = region == null ? regionOrNull(ofRegion.getRegion()) : region;
    }
    return region == null ? null : of(runner, region, kindOf(multi), actions, TenantRequest.NO_KEY);
  }

  /** HBase gets the rows of a multi before it takes locks for the puts and deletes among them. */
  static RequestKind kindOf(MultiRequest multi) {
    RequestKind kind = RequestKind.GET;
    for (RegionAction ofRegion : multi.getRegionActionList()) {
      if (ofRegion.hasCondition()) {
        return RequestKind.WRITE;
      }
      for (Action action : ofRegion.getActionList()) {
        if (action.hasMutation() && readsUnderLocks(action.getMutation())) {
          return RequestKind.WRITE;
        }
        kind = action.hasGet() ? kind : RequestKind.MULTI;
      }
    }
    return kind;
  }

  private static boolean readsUnderLocks(MutationProto mutation) {
    MutationType type = mutation.getMutateType();
    return type == MutationType.APPEND || type == MutationType.INCREMENT;
  }

  private @Nullable TenantRequest<CallRunner> readScan(CallRunner runner, ScanRequest scan) {
    if (!scan.hasScannerId()) {
      return read(runner, scan.getRegion(), RequestKind.SCAN, 1, scan.getScan().getStartRow());
    }
    RegionScanner scanner = ArgusRegionAccess.scannerOf(services, scan.getScannerId());
    HRegion region = scanner == null ? null : ArgusRegionAccess.regionOf(server, scanner);
    TenantRequest<CallRunner> request =
        region == null ? null : of(runner, region, RequestKind.SCAN, 1, TenantRequest.NO_KEY);
    return request != null && scanner instanceof RunawayWatch.Scanner
        ? request.of(((RunawayWatch.Scanner) scanner).costs())
        : request;
  }

  private @Nullable TenantRequest<CallRunner> read(
      CallRunner runner,
      RegionSpecifier name,
      RequestKind kind,
      int operations,
      @Nullable ByteString row) {
    HRegion region = regionOrNull(name);
    return region == null
        ? null
        : of(
            runner,
            region,
            kind,
            operations,
            row == null
                ? TenantRequest.NO_KEY
                : TenantRequest.keyHash(name.getValue().hashCode(), row.hashCode()));
  }

  private @Nullable HRegion regionOrNull(RegionSpecifier name) {
    try {
      return services.getRegion(name);
    } catch (IOException notHere) {
      return null;
    }
  }

  private @Nullable TenantRequest<CallRunner> of(
      CallRunner runner, HRegion region, RequestKind kind, int operations, long keyHash) {
    Optional<TenantId> tenant =
        tenants.tenantOf(region.getTableDescriptor().getTableName(), runner, users);
    return tenant.isPresent()
        ? TenantRequest.of(runner, tenant.get(), kind, operations, keyHash, region)
        : null;
  }
}
