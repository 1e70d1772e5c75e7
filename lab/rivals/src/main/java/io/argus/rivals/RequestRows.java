package io.argus.rivals;

import java.util.List;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.Message;

/**
 * What a request of HBase 2 does, as far as the papers count it.
 *
 * <p>Stateless.
 */
final class RequestRows {
  private RequestRows() {}

  /** The keys that a request accesses; of a scan, the one that it begins at. */
  static List<ByteString> of(Message request) {
    if (request instanceof GetRequest get) {
      return List.of(get.getGet().getRow());
    }
    if (request instanceof MutateRequest mutate) {
      return List.of(mutate.getMutation().getRow());
    }
    if (request instanceof ScanRequest scan && !isGoingOn(request)) {
      return List.of(scan.getScan().getStartRow());
    }
    if (request instanceof MultiRequest multi) {
      return multi.getRegionActionList().stream()
          .flatMap(region -> region.getActionList().stream())
          .filter(action -> action.hasGet() || action.hasMutation())
          .map(RequestRows::row)
          .toList();
    }
    return List.of();
  }

  private static ByteString row(Action action) {
    return action.hasGet() ? action.getGet().getRow() : action.getMutation().getRow();
  }

  /** Whether a request is a further call of a scan, which is one operation of its client. */
  static boolean isGoingOn(Message request) {
    return request instanceof ScanRequest scan && scan.hasScannerId();
  }
}
