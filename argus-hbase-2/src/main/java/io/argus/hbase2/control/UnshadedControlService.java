package io.argus.hbase2.control;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcController;
import com.google.protobuf.Service;
import java.io.IOException;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;

/**
 * {@link Answers} as a coprocessor service of HBase 2, on plain protobuf. It is the same code as
 * {@link ControlService} on classes of other packages, for which Java knows no common type.
 *
 * <p>Safe for use by any thread.
 */
final class UnshadedControlService implements Service {
  private static final ServiceDescriptor DESCRIPTION = describe();

  private final Answers calls;

  UnshadedControlService(Answers calls) {
    this.calls = calls;
  }

  private static ServiceDescriptor describe() {
    FileDescriptor messages = HBaseProtos.getDescriptor();
    try {
      return FileDescriptor.buildFrom(
              FileDescriptorProto.parseFrom(ControlService.file(messages.getName()).toByteArray()),
              new FileDescriptor[] {messages})
          .findServiceByName(ControlCalls.SERVICE);
    } catch (DescriptorValidationException | InvalidProtocolBufferException e) {
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
      ((ServerRpcController) controller).setFailedOn(e);
    }
    callback.run(answer);
  }
}
