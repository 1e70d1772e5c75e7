package io.argus.hbase094;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.regionserver.cpu.ThreadRole;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadRolesTest {
  @ParameterizedTest
  @CsvSource({
    "IPC Server handler 12 on 60020, HANDLER",
    "PRI IPC Server handler 3 on 60020, OTHER",
    "REPL IPC Server handler 1 on 60020, OTHER",
    "IPC Reader 4 on port 60020, RPC",
    "IPC Server Responder, RPC",
    "IPC Server listener on 60020, RPC",
    "regionserver60020-smallCompactions-1422, WRITING",
    "regionserver60020-largeCompactions-1422, WRITING",
    "regionserver60020.cacheFlusher, WRITING",
    "regionserver60020.logSyncer, WRITING",
    "DataStreamer for file /hbase/.logs/x, WRITING",
    "ResponseProcessor for block blk_1, WRITING",
    "regionserver60020.compactionChecker, OTHER",
    "argus-report, OTHER"
  })
  void namesOfHBasesThreadsSayWhatTheyDo(String name, ThreadRole role) {
    assertThat(ThreadRoles.of(name)).isEqualTo(role);
  }
}
