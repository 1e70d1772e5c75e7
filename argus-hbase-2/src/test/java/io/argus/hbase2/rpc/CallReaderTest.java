package io.argus.hbase2.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.usage.RequestKind;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Action;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Condition;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.Get;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MultiRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.MutationProto.MutationType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.RegionAction;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.RegionSpecifier.RegionSpecifierType;
import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallReaderTest {
  private static final RegionSpecifier REGION =
      RegionSpecifier.newBuilder()
          .setType(RegionSpecifierType.ENCODED_REGION_NAME)
          .setValue(ByteString.copyFromUtf8("r"))
          .build();

  @ParameterizedTest
  @CsvSource({
    "0, false",
    "1, false",
    "10, false",
    "4, true",
    "5, true",
    "11, true",
    "200, true",
    "-1, false"
  })
  void onlyPrioritiesThatHBaseHasOtherHandlersForGoPastTheTenants(int priority, boolean past) {
    RequestHeader header = RequestHeader.newBuilder().setPriority(priority).build();
    assertThat(CallReader.hasPriority(header)).isEqualTo(past);
  }

  private static RequestKind kindOf(Action... actions) {
    RegionAction.Builder ofRegion = RegionAction.newBuilder().setRegion(REGION);
    for (Action action : actions) {
      ofRegion.addAction(action);
    }
    return CallReader.kindOf(MultiRequest.newBuilder().addRegionAction(ofRegion).build());
  }

  private static Action mutation(MutationType type) {
    ByteString row = ByteString.copyFromUtf8("row");
    MutationProto.Builder mutation = MutationProto.newBuilder().setRow(row).setMutateType(type);
    return Action.newBuilder().setMutation(mutation).build();
  }

  @Test
  void aMultiReadsUnderLocksIfItIncrementsAppendsOrHasACondition() {
    ByteString row = ByteString.copyFromUtf8("row");
    Action get = Action.newBuilder().setGet(Get.newBuilder().setRow(row)).build();
    Action put = mutation(MutationType.PUT);
    assertThat(kindOf(get, get)).isEqualTo(RequestKind.GET);
    assertThat(kindOf(get, put)).isEqualTo(RequestKind.MULTI);
    assertThat(kindOf(put, mutation(MutationType.DELETE), get)).isEqualTo(RequestKind.MULTI);
    assertThat(kindOf(get, mutation(MutationType.INCREMENT))).isEqualTo(RequestKind.WRITE);
    assertThat(kindOf(mutation(MutationType.APPEND), put)).isEqualTo(RequestKind.WRITE);
    RegionAction conditional =
        RegionAction.newBuilder()
            .setRegion(REGION)
            .setCondition(Condition.newBuilder().setRow(row))
            .addAction(put)
            .build();
    MultiRequest multi = MultiRequest.newBuilder().addRegionAction(conditional).build();
    assertThat(CallReader.kindOf(multi)).isEqualTo(RequestKind.WRITE);
  }

  @Test
  void aCallWithoutAPriorityIsATenants() {
    assertThat(CallReader.hasPriority(RequestHeader.getDefaultInstance())).isFalse();
  }
}
