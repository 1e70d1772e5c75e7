package io.argus.hbase2.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.regionserver.plan.TasksInOrder;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ArgusZNodesTest {
  @TempDir private File data;

  @Test
  @Timeout(120)
  void whoCouldNotLookIsToldOnceZooKeeperAnswers() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(conf);
    int port = zooKeeper.startup(data);
    zooKeeper.shutdown();
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, port);
    conf.setInt("zookeeper.recovery.retry", 0);
    BlockingQueue<Integer> told = new LinkedBlockingQueue<>();
    try (ZKWatcher watcher = new ZKWatcher(conf, "test", null)) {
      ArgusZNodes nodes = new ArgusZNodes(watcher, new TasksInOrder("test"));
      nodes.watch("settings", bytes -> told.add(bytes == null ? 0 : (int) bytes[0]));
      assertThat(told.poll(30, TimeUnit.SECONDS)).as("nothing could be read").isEqualTo(0);
      zooKeeper.setDefaultClientPort(port);
      assertThat(zooKeeper.startup(data)).isEqualTo(port);
      for (int written = 7; written < 9; written++) {
        write(nodes, written);
        Integer last = told.poll(30, TimeUnit.SECONDS);
        while (last != null && last != written) {
          last = told.poll(30, TimeUnit.SECONDS);
        }
        assertThat(last).isEqualTo(written);
      }
    } finally {
      zooKeeper.shutdown();
    }
  }

  /** Tries until the watcher has found ZooKeeper again. */
  private static void write(ArgusZNodes nodes, int value) throws Exception {
    for (int tries = 0; ; tries++) {
      try {
        nodes.write("settings", new byte[] {(byte) value});
        return;
      } catch (IOException e) {
        if (tries == 20) {
          throw e;
        }
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }
}
