package io.argus.hbase2.control;

import io.argus.hbase2.rpc.PassingScheduler;
import java.io.IOException;
import java.net.InetAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.conf.ConfigurationObserver;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessChecker;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes in HBase's security log which calls of Argus's service the master will refuse, since HBase
 * refuses them before it calls the service, and logs that nowhere by default. Passes every call on.
 *
 * <p>As safe for use by several threads as the master's scheduler.
 */
final class RefusalAudit extends PassingScheduler implements ConfigurationObserver {
  private static final Logger LOG = LoggerFactory.getLogger(RefusalAudit.class);

  private final HMaster master;

  RefusalAudit(RpcScheduler scheduler, HMaster master) {
    super(scheduler);
    this.master = master;
  }

  @Override
  public boolean dispatch(CallRunner runner) {
    try {
      note(runner.getRpcCall());
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("A call of Argus's service is not audited", e);
    }
    return super.dispatch(runner);
  }

  @Override
  public void onConfigurationChange(Configuration conf) {
    if (delegate instanceof ConfigurationObserver) {
      ((ConfigurationObserver) delegate).onConfigurationChange(conf);
    }
  }

  private void note(RpcCall call) throws IOException {
    CoprocessorServiceCall asked = serviceCall(call.getParam());
    AccessChecker checker = master.getAccessChecker();
    if (asked == null || checker == null || !asked.getServiceName().equals(ControlCalls.SERVICE)) {
      return;
    }
    User user = call.getRequestUser().orElse(null);
    String method = asked.getMethodName();
    String name = NameBytesPair.parseFrom(asked.getRequest()).getName();
    try {
      checker.requirePermission(user, method, null, Permission.Action.ADMIN);
    } catch (AccessDeniedException e) {
      InetAddress address = call.getRemoteAddress();
      Audit.refused(
          user,
          method.equals(ControlCalls.CHANGE) ? name : method + " " + name,
          String.valueOf(e.getMessage()),
          address == null ? "" : address.toString());
    }
  }

  private static @Nullable CoprocessorServiceCall serviceCall(@Nullable Message request) {
    return request instanceof CoprocessorServiceRequest
        ? ((CoprocessorServiceRequest) request).getCall()
        : null;
  }
}
