package io.argus.hbase2.it;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.ServiceException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;

/** A usage report that a client sends to the master as if it were a region server. */
final class ForgedReport {
  private ForgedReport() {}

  static void send(Admin admin, String server)
      throws DescriptorValidationException, ServiceException {
    NameBytesPair report =
        NameBytesPair.newBuilder()
            .setName(server)
            .setValue(ByteString.copyFrom(new byte[100]))
            .build();
    admin
        .coprocessorService()
        .callBlockingMethod(method(), null, report, NameBytesPair.getDefaultInstance());
  }

  private static MethodDescriptor method() throws DescriptorValidationException {
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
                            .setName("report")
                            .setInputType(type)
                            .setOutputType(type)))
            .build();
    return FileDescriptor.buildFrom(file, new FileDescriptor[] {HBaseProtos.getDescriptor()})
        .findServiceByName("ArgusControl")
        .findMethodByName("report");
  }
}
