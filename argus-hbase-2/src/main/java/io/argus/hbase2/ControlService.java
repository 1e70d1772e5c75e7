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
import io.argus.core.tenant.TenantMapping;
import io.argus.master.MasterNode;
import io.argus.master.MasterNode.Operation;
import java.io.IOException;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.Permission;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way by which an operator's changes go through the master, which lets only those pass whom
 * HBase's access controller knows as administrators: a coprocessor endpoint of one method, whose
 * request is an operation's name with its document.
 *
 * <p>Safe for use by any thread.
 */
final class ControlService implements Service {
  private static final Logger LOG = LoggerFactory.getLogger(ControlService.class);

  static final MethodDescriptor CHANGE = describe().getMethods().get(0);

  private volatile @Nullable HMaster master;
  private volatile @Nullable MasterNode node;

  /** Describes the service without generated classes, by a message type of HBase's own. */
  private static ServiceDescriptor describe() {
    String type = "." + NameBytesPair.getDescriptor().getFullName();
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("ArgusControl.proto")
            .addDependency(HBaseProtos.getDescriptor().getName())
            .addService(
                ServiceDescriptorProto.newBuilder()
                    .setName("ArgusControl")
                    .addMethod(
                        MethodDescriptorProto.newBuilder()
                            .setName("change")
                            .setInputType(type)
                            .setOutputType(type)))
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[] {HBaseProtos.getDescriptor()})
          .findServiceByName("ArgusControl");
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Names the master once it is the active one; requests before that are refused. */
  void serve(HMaster active, MasterNode argus) {
    master = active;
    node = argus;
  }

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return CHANGE.getService();
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
      callback.run(change((NameBytesPair) request));
    } catch (IOException e) {
      CoprocessorRpcUtils.setControllerException(controller, e);
    } catch (RuntimeException | LinkageError e) {
      CoprocessorRpcUtils.setControllerException(
          controller, new DoNotRetryIOException(e.getMessage(), e));
    }
  }

  /**
   * Lets only administrators say whose a table is. Does nothing where HBase does not authorize, or
   * for what HBase does itself.
   *
   * @param before the table as it is, null for a new one
   * @throws AccessDeniedException if the caller may not
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
          "only administrators of HBase may say whose a table is: "
              + TenantMapping.TABLE_ATTRIBUTE
              + " of "
              + after.getTableName()
              + " is to be "
              + owner
              + ". "
              + e.getMessage());
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Whether {} may say whose {} is was not checked", user, after.getTableName(), e);
    }
  }

  private NameBytesPair change(NameBytesPair request) throws IOException {
    HMaster active = master;
    MasterNode argus = node;
    if (active == null || argus == null) {
      throw new DoNotRetryIOException("Argus is not at work on this master");
    }
    User user = RpcServer.getRequestUser().orElse(null);
    Operation operation = Operation.valueOf(request.getName().toUpperCase(Locale.ROOT));
    active
        .getAccessChecker()
        .requirePermission(user, "argus " + request.getName(), null, Permission.Action.ADMIN);
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
