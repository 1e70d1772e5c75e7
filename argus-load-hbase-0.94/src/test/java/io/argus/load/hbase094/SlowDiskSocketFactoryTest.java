package io.argus.load.hbase094;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.load.slowdisk.SlowDisk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowDiskSocketFactoryTest {
  private static final int READS = 3;
  private static final int BYTES = READS * (128 << 10);

  @TempDir private Path directory;

  @Test
  void whatTheDataNodeSendsWaitsForADiskReadEvery128Kilobytes() throws IOException {
    Path switchFile = Files.createFile(directory.resolve("throttled"));
    try (ServerSocket dataNode = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ServerSocket nameNode = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Configuration configuration = new Configuration(false);
      configuration.set("dfs.datanode.address", "127.0.0.1:" + dataNode.getLocalPort());
      configuration.set(SlowDisk.READS_PER_SECOND, "10");
      configuration.set(SlowDisk.SWITCH_FILE, switchFile.toString());
      SlowDiskSocketFactory sockets = new SlowDiskSocketFactory();
      sockets.setConf(configuration);

      assertThat(receive(sockets, dataNode)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
      assertThat(receive(sockets, nameNode)).isLessThan(Duration.ofMillis(300));
    }
  }

  /** How long it takes to receive what a server sends. */
  private static Duration receive(SlowDiskSocketFactory sockets, ServerSocket server)
      throws IOException {
    long start = System.nanoTime();
    try (Socket client = sockets.createSocket()) {
      client.connect(server.getLocalSocketAddress());
      Thread sender =
          new Thread(
              () -> {
                try (Socket accepted = server.accept()) {
                  accepted.getOutputStream().write(new byte[BYTES]);
                } catch (IOException e) {
                  // The receiver then misses bytes and the test fails.
                }
              });
      sender.start();
      assertThat(client.getInputStream().readAllBytes()).hasSize(BYTES);
    }
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
