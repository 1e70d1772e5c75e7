package io.argus.bench.fault.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogComplaintsTest {
  private static final LocalDateTime BEGIN = LocalDateTime.of(2026, 11, 25, 3, 5);

  @TempDir private Path logs;

  private LogComplaints of(String file, String log) throws Exception {
    Files.writeString(logs.resolve(file), log);
    return LogComplaints.since(BEGIN, logs);
  }

  @Test
  void whatArgusLogsIsAComplaintByItsLevel() throws Exception {
    LogComplaints found =
        of(
            "regionserver-0-until-7.log",
            """
            2026-11-25 03:04:59,999 ERROR [main] io.argus: too early
            2026-11-25 03:05:00,000 ERROR [main] io.argus: no plan
            2026-11-25 03:05:01,000 WARN  [argus-documents] plan.PlanApplier: refused
            2026-11-25 03:05:01,000 INFO  [main] io.argus: Argus: tenants ACTIVE
            2026-11-25 03:05:01,000 WARN  [main] hbase2.ArgusFilter: Argus page cannot answer
            2026-11-25 03:05:02,000 WARN  [argus-usage] client.ConnectionUtils: of HBase's client
            2026-11-25 03:05:02,000 ERROR [main] regionserver.HRegion: of HBase
            2026-11-25 03:05:02,000 WARN  [main] hdfs.DFSClient: /home/argus/data is slow
            """);

    assertThat(found.errors())
        .containsExactly("2026-11-25 03:05:00,000 ERROR [main] io.argus: no plan");
    assertThat(found.warnings()).hasSize(2);
  }

  @Test
  void anExceptionIsOfArgusIfItWasThrownThere() throws Exception {
    LogComplaints found =
        of(
            "master.log",
            """
            2026-11-25 03:05:00,000 WARN  [handler] ipc.RpcServer: passed through
            java.io.IOException: not here
            \tat org.apache.hadoop.hbase.regionserver.HRegion.get(HRegion.java:1)
            \tat io.argus.hbase2.rpc.CallExecutor.run(CallExecutor.java:1)
            2026-11-25 03:05:01,000 WARN  [handler] ipc.RpcServer: thrown
            java.io.IOException: outer
            \tat org.apache.hadoop.hbase.regionserver.HRegion.get(HRegion.java:1)
            Caused by: java.lang.NullPointerException
            \tat io.argus.regionserver.cache.PartitionedCache.get(PartitionedCache.java:1)
            """);

    assertThat(found.errors())
        .containsExactly("2026-11-25 03:05:01,000 WARN  [handler] ipc.RpcServer: thrown");
  }

  @Test
  void logsOfOtherProcessesDoNotCount() throws Exception {
    assertThat(of("namenode.log", "2026-11-25 03:05:00,000 ERROR [main] io.argus: x\n").errors())
        .isEmpty();
  }
}
