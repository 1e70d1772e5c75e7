package io.argus.hbase2.control;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.ipc.RpcClient;
import org.apache.hadoop.hbase.ipc.RpcClientFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ClientService;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceCall;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MasterService;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * Calls {@link ControlCalls} of a master, or {@link RegionCalls} of a region, as the user of the
 * process, without retries.
 *
 * <p>It uses HBase's RPC client below its connections, which is the same from HBase 2.4 to 3.0: the
 * methods of connections for coprocessor services have other types in each of them. The client is
 * its own, because after a call that failed a client refuses the address for two seconds, and the
 * server's own reports to the master must not wait for that.
 *
 * <p>Safe for use by any thread.
 */
public final class ControlChannel implements Closeable {
  private final RpcClient client;
  private final User user;
  private final int timeoutMillis;

  /**
   * @param clusterId by which HBase finds a delegation token
   * @param timeoutMillis of a call
   */
  public ControlChannel(Configuration conf, String clusterId, int timeoutMillis)
      throws IOException {
    this.client = RpcClientFactory.createClient(conf, clusterId, null);
    this.user = User.getCurrent();
    this.timeoutMillis = timeoutMillis;
  }

  /**
   * Calls a method of the service.
   *
   * @throws IOException what the master has thrown, or why it could not be asked
   */
  public NameBytesPair call(ServerName master, String method, String name, ByteString value)
      throws IOException {
    try {
      return reply(
          MasterService.newBlockingStub(
                  client.createBlockingRpcChannel(master, user, timeoutMillis))
              .execMasterService(null, request(method, name, value)));
    } catch (ServiceException e) {
      throw cause(e.getCause() == null ? e : e.getCause());
    }
  }

  /** Calls a method of the service of a region, like {@link #call}. */
  public NameBytesPair callRegion(HRegionLocation region, String method, String name)
      throws IOException {
    try {
      return reply(
          ClientService.newBlockingStub(
                  client.createBlockingRpcChannel(region.getServerName(), user, timeoutMillis))
              .execService(
                  null,
                  request(
                      ByteString.copyFrom(region.getRegion().getRegionName()),
                      method,
                      name,
                      ByteString.EMPTY)));
    } catch (ServiceException e) {
      throw cause(e.getCause() == null ? e : e.getCause());
    }
  }

  static CoprocessorServiceRequest request(String method, String name, ByteString value) {
    return request(ByteString.EMPTY, method, name, value);
  }

  private static CoprocessorServiceRequest request(
      ByteString region, String method, String name, ByteString value) {
    return CoprocessorServiceRequest.newBuilder()
        .setRegion(
            RegionSpecifier.newBuilder().setType(RegionSpecifierType.REGION_NAME).setValue(region))
        .setCall(
            CoprocessorServiceCall.newBuilder()
                .setRow(ByteString.EMPTY)
                .setServiceName(ControlCalls.SERVICE)
                .setMethodName(method)
                .setRequest(
                    NameBytesPair.newBuilder()
                        .setName(name)
                        .setValue(value)
                        .build()
                        .toByteString()))
        .build();
  }

  static NameBytesPair reply(CoprocessorServiceResponse response) throws IOException {
    return NameBytesPair.parseFrom(response.getValue().getValue());
  }

  private static IOException cause(Throwable failure) {
    if (failure instanceof RemoteException) {
      return ((RemoteException) failure).unwrapRemoteException();
    }
    return failure instanceof IOException ? (IOException) failure : new IOException(failure);
  }

  @Override
  public void close() {
    client.close();
  }
}
