package io.argus.hbase2.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.shaded.protobuf.generated.RPCProtos.RequestHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallReaderTest {
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

  @Test
  void aCallWithoutAPriorityIsATenants() {
    assertThat(CallReader.hasPriority(RequestHeader.getDefaultInstance())).isFalse();
  }
}
