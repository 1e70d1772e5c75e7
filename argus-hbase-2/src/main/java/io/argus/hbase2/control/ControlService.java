package io.argus.hbase2.control;

import java.io.IOException;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.DescriptorValidationException;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FileDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.MethodDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcCallback;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.Service;

/**
 * {@link Answers} as a coprocessor service of HBase 3, on the protobuf that HBase shades.
 *
 * <p>Safe for use by any thread.
 */
final class ControlService implements Service {
  private static final ServiceDescriptor DESCRIPTION = describe();

  private final Answers calls;

  ControlService(Answers calls) {
    this.calls = calls;
  }

  /**
   * Describes the service with a message type of HBase, without generated classes.
   *
   * @param messages the name of HBase's file with that type
   */
  static FileDescriptorProto file(String messages) {
    return FileDescriptorProto.newBuilder()
        .setName("ArgusControl.proto")
        .addDependency(messages)
        .addService(
            ServiceDescriptorProto.newBuilder()
                .setName(ControlCalls.SERVICE)
                .addMethod(method(ControlCalls.CHANGE))
                .addMethod(method(ControlCalls.ASK))
                .addMethod(method(ControlCalls.READ))
                .addMethod(method(ControlCalls.LIST))
                .addMethod(method(ControlCalls.REPORT))
                .addMethod(method(ControlCalls.VIEW)))
        .build();
  }

  private static MethodDescriptorProto.Builder method(String name) {
    String type = "." + NameBytesPair.getDescriptor().getFullName();
    return MethodDescriptorProto.newBuilder().setName(name).setInputType(type).setOutputType(type);
  }

  private static ServiceDescriptor describe() {
    FileDescriptor messages = HBaseProtos.getDescriptor();
    try {
      return FileDescriptor.buildFrom(file(messages.getName()), new FileDescriptor[] {messages})
          .findServiceByName(ControlCalls.SERVICE);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
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

  /**
   * HBase completes the reply before it looks for an exception, and would fail on a reply without
   * its required members: where the request is refused, it stands in for the reply.
   */
  @Override
  public void callMethod(
      MethodDescriptor method,
      RpcController controller,
      Message request,
      RpcCallback<Message> callback) {
    NameBytesPair given = (NameBytesPair) request;
    Message answer = given;
    try {
      Answers.Reply reply =
          calls.answer(method.getName(), given.getName(), given.getValue().toByteArray());
      answer =
          NameBytesPair.newBuilder()
              .setName(reply.name)
              .setValue(ByteString.copyFrom(reply.value))
              .build();
    } catch (IOException e) {
      ((ServerRpcController) controller).setFailedOn(e); // HBase 3 gives no other controller
    }
    callback.run(answer);
  }
}
