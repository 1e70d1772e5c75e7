package io.argus.hbase2.it;

import com.google.protobuf.BlockingRpcChannel;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.ServiceException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;

/**
 * Calls of Argus's service as any client of HBase can make them, such as a usage report that it
 * sends to the master as if it were a region server.
 */
final class ForgedReport {
  private ForgedReport() {}

  static void send(Admin admin, String server)
      throws DescriptorValidationException, ServiceException {
    call(admin.coprocessorService(), "report", server, new byte[100]);
  }

  /** What a region shows its caller of a stored document. */
  static String read(Table table, String document)
      throws DescriptorValidationException, ServiceException {
    return call(table.coprocessorService(new byte[0]), "read", document, new byte[0])
        .getValue()
        .toStringUtf8();
  }

  private static NameBytesPair call(
      BlockingRpcChannel channel, String method, String name, byte[] value)
      throws DescriptorValidationException, ServiceException {
    NameBytesPair request =
        NameBytesPair.newBuilder().setName(name).setValue(ByteString.copyFrom(value)).build();
    return (NameBytesPair)
        channel.callBlockingMethod(
            method(method), null, request, NameBytesPair.getDefaultInstance());
  }

  private static MethodDescriptor method(String name) throws DescriptorValidationException {
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
                            .setName(name)
                            .setInputType(type)
                            .setOutputType(type)))
            .build();
    return FileDescriptor.buildFrom(file, new FileDescriptor[] {HBaseProtos.getDescriptor()})
        .findServiceByName("ArgusControl")
        .findMethodByName(name);
  }
}
