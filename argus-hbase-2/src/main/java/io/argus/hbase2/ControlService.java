package io.argus.hbase2;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.MasterNode;
import io.argus.master.MasterNode.Operation;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.Superusers;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessChecker;
import org.apache.hadoop.hbase.security.access.Permission;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coprocessor endpoint of the active master. One method makes operators' changes: it takes the
 * name of an operation and a document. Another answers with a document of the Argus page: it takes
 * its name and query. Where HBase authorizes, only administrators may call them. The third takes
 * the usage report of a region server: its name and the report. Where HBase authenticates or
 * authorizes, only HBase's own user and superusers may call it.
 *
 * <p>Safe for use by any thread.
 */
final class ControlService implements Service {
  private static final Logger LOG = LoggerFactory.getLogger(ControlService.class);

  private static final ServiceDescriptor DESCRIPTION = describe();
  static final MethodDescriptor CHANGE = DESCRIPTION.findMethodByName("change");
  static final MethodDescriptor ASK = DESCRIPTION.findMethodByName("ask");
  static final MethodDescriptor REPORT = DESCRIPTION.findMethodByName("report");

  private volatile @Nullable HMaster master;
  private volatile @Nullable MasterNode node;

  /** Describes the service with a message type of HBase, without generated classes. */
  private static ServiceDescriptor describe() {
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("ArgusControl.proto")
            .addDependency(HBaseProtos.getDescriptor().getName())
            .addService(
                ServiceDescriptorProto.newBuilder()
                    .setName("ArgusControl")
                    .addMethod(method("change"))
                    .addMethod(method("ask"))
                    .addMethod(method("report")))
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[] {HBaseProtos.getDescriptor()})
          .findServiceByName("ArgusControl");
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MethodDescriptorProto.Builder method(String name) {
    String type = "." + NameBytesPair.getDescriptor().getFullName();
    return MethodDescriptorProto.newBuilder().setName(name).setInputType(type).setOutputType(type);
  }

  /** Begins to serve, once the master is active. Earlier requests are refused. */
  void serve(HMaster active, MasterNode argus) {
    master = active;
    node = argus;
  }

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return DESCRIPTION;
  }

  @Override
  public Message getRequestPrototype(MethodDescriptor method) {
    return NameBytesPair.getDefaultInstance();
  }

  @Override
  public Message getResponsePrototype(MethodDescriptor method) {
    return NameBytesPair.getDefaultInstance();
  }

  @Override
  public void callMethod(
      MethodDescriptor method,
      RpcController controller,
      Message request,
      RpcCallback<Message> callback) {
    try {
      NameBytesPair given = (NameBytesPair) request;
      callback.run(method == REPORT ? report(given) : method == ASK ? ask(given) : change(given));
    } catch (IOException e) {
      refuse(controller, e, request, callback);
    } catch (RuntimeException | LinkageError e) {
      refuse(controller, new DoNotRetryIOException(e.getMessage(), e), request, callback);
    }
  }

  /**
   * Answers with an exception. HBase completes the reply before it looks for the exception, and
   * would fail on a reply without its required members: the request stands in for it.
   */
  private static void refuse(
      RpcController controller, IOException why, Message request, RpcCallback<Message> callback) {
    CoprocessorRpcUtils.setControllerException(controller, why);
    callback.run(request);
  }

  /**
   * Lets only administrators set the tenant of a table. Does nothing where HBase does not
   * authorize, and for changes by HBase itself.
   *
   * @param before the present table, null for a new one
   * @throws AccessDeniedException if the caller is no administrator
   */
  void requireMayOwn(
      ObserverContext<MasterCoprocessorEnvironment> context,
      @Nullable TableDescriptor before,
      TableDescriptor after)
      throws IOException {
    HMaster active = master;
    User user = context.getCaller().orElse(null);
    String owner = after.getValue(TenantMapping.TABLE_ATTRIBUTE);
    String ownerBefore = before == null ? null : before.getValue(TenantMapping.TABLE_ATTRIBUTE);
    if (active == null || user == null || Objects.equals(owner, ownerBefore)) {
      return;
    }
    try {
      active
          .getAccessChecker()
          .requirePermission(user, TenantMapping.TABLE_ATTRIBUTE, null, Permission.Action.ADMIN);
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(
          "only administrators of HBase may set the tenant of a table: "
              + TenantMapping.TABLE_ATTRIBUTE
              + " of "
              + after.getTableName()
              + " to "
              + owner
              + ". "
              + e.getMessage());
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Could not check if {} may set the tenant of {}", user, after.getTableName(), e);
    }
  }

  private NameBytesPair report(NameBytesPair request) throws IOException {
    HMaster active = master;
    MasterNode argus = node;
    if (active == null || argus == null) {
      throw new DoNotRetryIOException("Argus does not run on this master");
    }
    requireServer(active, RpcServer.getRequestUser().orElse(null));
    String server = request.getName();
    if (!active.getServerManager().isServerOnline(ServerName.valueOf(server))) {
      throw new DoNotRetryIOException(server + " is no region server that is online");
    }
    return NameBytesPair.newBuilder()
        .setName(server)
        .setValue(ByteString.copyFrom(argus.report(server, request.getValue().toByteArray())))
        .build();
  }

  /** Region servers run as the master's own user, which is a superuser. */
  private static void requireServer(HMaster active, @Nullable User caller)
      throws AccessDeniedException {
    Configuration conf = active.getConfiguration();
    boolean checks =
        AccessChecker.isAuthorizationSupported(conf) || User.isHBaseSecurityEnabled(conf);
    if (checks && (caller == null || !Superusers.isSuperUser(caller))) {
      throw new AccessDeniedException(
          "only region servers of this cluster may report to Argus, not "
              + (caller == null ? "an unknown user" : caller.getShortName()));
    }
  }

  /** Returns the node, if the caller is an administrator. */
  private MasterNode requireAdministrator(@Nullable User user, String what) throws IOException {
    HMaster active = master;
    MasterNode argus = node;
    if (active == null || argus == null) {
      throw new DoNotRetryIOException("Argus does not run on this master");
    }
    active
        .getAccessChecker()
        .requirePermission(user, "argus " + what, null, Permission.Action.ADMIN);
    return argus;
  }

  /** Takes name and query of a document; answers with status, seconds until a retry, and body. */
  private NameBytesPair ask(NameBytesPair request) throws IOException {
    MasterNode argus = requireAdministrator(RpcServer.getRequestUser().orElse(null), "ask");
    String[] asked = request.getName().split("\\?", 2);
    PageReply reply =
        argus
            .page()
            .get(ArgusPage.ROOT + asked[0], asked.length < 2 ? null : asked[1])
            .orElseThrow(() -> new DoNotRetryIOException("the page has no " + asked[0]));
    String retry = reply.headers().getOrDefault("Retry-After", "0");
    return NameBytesPair.newBuilder()
        .setName(reply.status() + " " + retry)
        .setValue(ByteString.copyFrom(reply.body()))
        .build();
  }

  private NameBytesPair change(NameBytesPair request) throws IOException {
    Operation operation = Operation.valueOf(request.getName().toUpperCase(Locale.ROOT));
    User user = RpcServer.getRequestUser().orElse(null);
    MasterNode argus = requireAdministrator(user, request.getName());
    byte[] written =
        argus.change(
            operation,
            request.getValue().toByteArray(),
            user == null ? "unknown" : user.getShortName());
    return NameBytesPair.newBuilder()
        .setName(request.getName())
        .setValue(ByteString.copyFrom(written))
        .build();
  }
}
