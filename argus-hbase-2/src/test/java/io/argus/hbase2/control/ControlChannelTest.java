package io.argus.hbase2.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.master.GivenHMaster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls of HBase's RPC clients of HBase 2 and HBase 3, to HBase 2's RPC server. */
@Tag("long")
@Timeout(60)
class ControlChannelTest {
  private static HBase3 loader;
  private static RpcServer server;
  private static BiFunction<String, Integer, Callable<String>> ofHBase3;

  private enum Client {
    HBASE_2,
    HBASE_3;

    Callable<String> on(String user, int port) {
      return (this == HBASE_2 ? new GivenChannel() : ofHBase3).apply(user, port);
    }
  }

  @BeforeAll
  @SuppressWarnings("unchecked")
  static void listen() throws Throwable {
    server = GivenEndpoint.master(new ControlCalls()).listen();
    loader = new HBase3();
    ofHBase3 =
        (BiFunction<String, Integer, Callable<String>>)
            loader.loadClass(GivenChannel.class.getName()).getConstructor().newInstance();
  }

  @AfterAll
  static void stop() throws Exception {
    loader.close();
    server.stop();
  }

  @ParameterizedTest
  @EnumSource
  void theMasterAnswersTheUser(Client client) throws Exception {
    int port = server.getListenerAddress().getPort();
    assertThat(client.on(GivenHMaster.ADMINISTRATOR, port).call()).startsWith("200 0\n{");
    assertThatThrownBy(() -> client.on("bob", port).call())
        .satisfies(
            refusal ->
                assertThat(refusal.getClass().getName())
                    .isEqualTo("org.apache.hadoop.hbase.security.AccessDeniedException"))
        .hasMessageContaining("no ADMIN for argus ask");
  }

  @ParameterizedTest
  @EnumSource
  void nobodyThere(Client client) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      port = free.getLocalPort();
    }
    assertThatThrownBy(() -> client.on("bob", port).call()).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource
  void aMasterThatHangs(Client client) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> client.on("bob", silent.getLocalPort()).call())
          .isInstanceOf(IOException.class);
      assertThat((System.nanoTime() - start) / 1_000_000)
          .isBetween(GivenChannel.TIMEOUT_MILLIS / 2L, 4L * GivenChannel.TIMEOUT_MILLIS);
    }
  }
}
