package io.argus.hbase2.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.NodeDocuments;
import io.argus.regionserver.plan.TasksInOrder;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.hbase.zookeeper.RecoverableZooKeeper;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;
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
        assertThat(last(told, written)).isEqualTo(written);
      }
    } finally {
      zooKeeper.shutdown();
    }
  }

  @Test
  @Timeout(120)
  void anOutageIsLoggedOnceHoweverManyLookAndHoweverOften() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(conf);
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, zooKeeper.startup(data));
    zooKeeper.shutdown();
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt("zookeeper.recovery.retry", 0);
    BlockingQueue<Runnable> looks = new LinkedBlockingQueue<>();
    try (LoggedWarnings warnings = LoggedWarnings.of(NodeDocuments.class);
        ZKWatcher watcher = new ZKWatcher(conf, "test", null)) {
      ArgusZNodes nodes = new ArgusZNodes(watcher, looks::add);
      for (String name : new String[] {"plan", "settings", "alive"}) {
        nodes.watch(name, bytes -> assertThat(bytes).isNull());
      }
      for (int again = 0; again < 6; again++) {
        looks.take().run();
      }
      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .contains("plan cannot be read from ZooKeeper");
    }
  }

  /** HBase's own watches come over the same thread. */
  @Test
  @Timeout(120)
  void aListenerThatTakesLongKeepsNobodyElseWaiting() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    MiniZooKeeperCluster zooKeeper = start(conf);
    TasksInOrder thread = new TasksInOrder("test");
    CountDownLatch applied = new CountDownLatch(1);
    BlockingQueue<Integer> plans = new LinkedBlockingQueue<>();
    BlockingQueue<Integer> others = new LinkedBlockingQueue<>();
    try (ZKWatcher watcher = new ZKWatcher(conf, "test", null)) {
      ArgusZNodes nodes = new ArgusZNodes(watcher, thread);
      nodes.watch(
          "plan",
          bytes -> {
            if (bytes != null) {
              plans.add((int) bytes[0]);
              await(applied);
            }
          });
      new ArgusZNodes(watcher, Runnable::run)
          .watch("other", bytes -> others.add(bytes == null ? 0 : (int) bytes[0]));
      assertThat(others.poll(30, TimeUnit.SECONDS)).isEqualTo(0);
      nodes.write("plan", new byte[] {1});
      assertThat(plans.poll(30, TimeUnit.SECONDS)).isEqualTo(1);
      nodes.write("plan", new byte[] {2});
      nodes.write("plan", new byte[] {3});
      nodes.write("other", new byte[] {9});
      assertThat(others.poll(30, TimeUnit.SECONDS)).as("while plan 1 is applied").isEqualTo(9);
      assertThat(plans).isEmpty();
      applied.countDown();
      assertThat(plans.poll(30, TimeUnit.SECONDS)).as("the latest plan wins").isEqualTo(3);
    } finally {
      thread.stop();
      zooKeeper.shutdown();
    }
  }

  @Test
  @Timeout(120)
  void anExpiredSessionIsReplacedAndMissesNothing() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    MiniZooKeeperCluster zooKeeper = start(conf);
    TasksInOrder thread = new TasksInOrder("test");
    BlockingQueue<Integer> told = new LinkedBlockingQueue<>();
    try (ArgusZNodes nodes = ArgusZNodes.inOwnSession(conf, thread);
        ArgusZNodes others = ArgusZNodes.inOwnSession(conf, Runnable::run)) {
      nodes.watch("plan", bytes -> told.add(bytes == null ? 0 : (int) bytes[0]));
      assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(0);
      nodes.writeEphemeral("usage/a", new byte[] {1});
      RecoverableZooKeeper session = nodes.session();
      CountDownLatch connected = new CountDownLatch(1);
      ZooKeeper sameSession =
          new ZooKeeper(
              "127.0.0.1:" + zooKeeper.getClientPort(),
              10_000,
              event -> connected.countDown(),
              session.getSessionId(),
              session.getSessionPasswd());
      await(connected);
      sameSession.close();
      others.write("plan", new byte[] {7});
      assertThat(last(told, 7)).isEqualTo(7);
      others.write("plan", new byte[] {8});
      assertThat(last(told, 8)).as("it watches again").isEqualTo(8);
      assertThat(others.read("usage/a")).as("it went with its session").isNull();
      nodes.writeEphemeral("usage/a", new byte[] {2});
      assertThat(others.read("usage/a")).containsExactly(2);
    } finally {
      thread.stop();
      zooKeeper.shutdown();
    }
  }

  /** What is told until it is what is expected; null if it never is. */
  private static @Nullable Integer last(BlockingQueue<Integer> told, int expected)
      throws InterruptedException {
    Integer last = told.poll(60, TimeUnit.SECONDS);
    while (last != null && last != expected) {
      last = told.poll(60, TimeUnit.SECONDS);
    }
    return last;
  }

  private MiniZooKeeperCluster start(Configuration conf) throws Exception {
    MiniZooKeeperCluster zooKeeper = new MiniZooKeeperCluster(conf);
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, zooKeeper.startup(data));
    return zooKeeper;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
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
