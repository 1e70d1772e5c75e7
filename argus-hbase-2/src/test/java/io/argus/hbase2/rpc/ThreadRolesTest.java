package io.argus.hbase2.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.regionserver.cpu.ThreadRole;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadRolesTest {
  @ParameterizedTest
  @CsvSource({
    "argus.handler-17, HANDLER",
    "RS-EventLoopGroup-1-2, RPC",
    "HRegionServer-EventLoopGroup-1-2, RPC",
    "RpcServer.responder, RPC",
    "'RpcServer.default.FPBQ.Fifo.handler=29,queue=2,port=16020', HANDLER",
    "'RpcServer.default.RWQ.Fifo.read.handler=3,queue=1,port=16020', HANDLER",
    "'RpcServer.priority.RWQ.Fifo.write.handler=0,queue=0,port=16020', OTHER",
    "regionserver/host:16020-shortCompactions-0, WRITING",
    "regionserver/host:16020-longCompactions-0, WRITING",
    "MemStoreFlusher.0, WRITING",
    "AsyncFSWAL-0-hdfs://nn:8020/hbase, WRITING",
    "sync.3, WRITING",
    "DataStreamer for file /hbase/WALs/x block BP-1, WRITING",
    "argus-report, OTHER",
    "JvmPauseMonitor, OTHER"
  })
  void namesOfHBasesThreadsSayWhatTheyDo(String name, ThreadRole role) {
    assertThat(ThreadRoles.of(name)).isEqualTo(role);
  }
}
