package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.GetRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutateRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Scan;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.ScanRequest;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class RequestRowsTest {
  private static final ByteString A = ByteString.copyFromUtf8("a");
  private static final ByteString B = ByteString.copyFromUtf8("b");

  private static Get.Builder get(ByteString row) {
    return Get.newBuilder().setRow(row);
  }

  private static MutationProto.Builder put(ByteString row) {
    return MutationProto.newBuilder().setRow(row);
  }

  @Test
  void getsWritesAndBatchesAccessTheirRows() {
    assertThat(RequestRows.of(GetRequest.newBuilder().setGet(get(A)).buildPartial()))
        .containsExactly(A);
    assertThat(RequestRows.of(MutateRequest.newBuilder().setMutation(put(B)).buildPartial()))
        .containsExactly(B);
    RegionAction.Builder both =
        RegionAction.newBuilder()
            .addAction(Action.newBuilder().setGet(get(A)))
            .addAction(Action.newBuilder().setMutation(put(B)));
    assertThat(
            RequestRows.of(
                MultiRequest.newBuilder().addRegionAction(both.buildPartial()).buildPartial()))
        .containsExactly(A, B);
  }

  @Test
  void aScanIsOneOperationAndAccessesTheRowThatItBeginsAt() {
    ScanRequest opens =
        ScanRequest.newBuilder().setScan(Scan.newBuilder().setStartRow(A)).buildPartial();
    ScanRequest goesOn = ScanRequest.newBuilder().setScannerId(7).buildPartial();

    assertThat(RequestRows.of(opens)).containsExactly(A);
    assertThat(RequestRows.isGoingOn(opens)).isFalse();
    assertThat(RequestRows.of(goesOn)).isEmpty();
    assertThat(RequestRows.isGoingOn(goesOn)).isTrue();
    assertThat(RequestRows.isGoingOn(GetRequest.getDefaultInstance())).isFalse();
  }
}
