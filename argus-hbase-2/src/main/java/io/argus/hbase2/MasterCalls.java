package io.argus.hbase2;

import com.google.protobuf.ByteString;
import io.argus.regionserver.report.MasterEndpoint;
import java.io.IOException;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceResponse;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MasterService;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;

/**
 * Calls {@link ControlService} of the active master through the region server's own connection, as
 * the server's user, without retries.
 *
 * <p>Used by one thread at a time.
 */
final class MasterCalls implements MasterEndpoint {
  private static final int TIMEOUT_MILLIS = 5_000;

  private final HRegionServer server;
  private MasterService.@Nullable BlockingInterface master;

  MasterCalls(HRegionServer server) {
    this.server = server;
  }

  @Override
  public byte[] report(String name, byte[] report) throws IOException {
    NameBytesPair argument =
        NameBytesPair.newBuilder().setName(name).setValue(ByteString.copyFrom(report)).build();
    CoprocessorServiceRequest request =
        CoprocessorRpcUtils.getCoprocessorServiceRequest(ControlService.REPORT, argument);
    try {
      CoprocessorServiceResponse response = call(request);
      return ((NameBytesPair)
              CoprocessorRpcUtils.getResponse(response, NameBytesPair.getDefaultInstance()))
          .getValue()
          .toByteArray();
    } catch (ServiceException | IOException | RuntimeException e) {
      master = null; // the next call looks for the master that is active then
      throw new IOException(e.getCause() == null ? e : e.getCause());
    }
  }

  private CoprocessorServiceResponse call(CoprocessorServiceRequest request)
      throws IOException, ServiceException {
    ClusterConnection connection = server.getClusterConnection();
    if (connection == null) {
      throw new IOException("this region server has no connection yet");
    }
    MasterService.BlockingInterface active = master;
    if (active == null) {
      active = connection.getMaster();
      master = active;
    }
    HBaseRpcController controller = connection.getRpcControllerFactory().newController();
    controller.setCallTimeout(TIMEOUT_MILLIS);
    return active.execMasterService(controller, request);
  }
}
