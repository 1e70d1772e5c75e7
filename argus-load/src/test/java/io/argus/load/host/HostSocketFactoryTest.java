package io.argus.load.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostSocketFactoryTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @AfterEach
  void noAddress() {
    System.clearProperty(HostSocketFactory.ADDRESS);
  }

  /** The address of a client of this process, as the server sees it. */
  private static String seen() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK);
        Socket client = new HostSocketFactory().createSocket(LOOPBACK, server.getLocalPort());
        Socket accepted = server.accept()) {
      assertThat(client.getChannel()).isNotNull();
      return accepted.getInetAddress().getHostAddress();
    }
  }

  @Test
  void aProcessWithAnAddressCallsFromThere() throws IOException {
    System.setProperty(HostSocketFactory.ADDRESS, "127.0.0.3");
    assertThat(seen()).isEqualTo("127.0.0.3");
  }

  @Test
  void othersCallFromWhereTheKernelSays() throws IOException {
    assertThat(seen()).isEqualTo("127.0.0.1");
  }

  /** Hadoop keeps the connections of a factory for those that are equal to it. */
  @Test
  void allAreEqual() {
    assertThat(new HostSocketFactory())
        .isEqualTo(new HostSocketFactory())
        .hasSameHashCodeAs(new HostSocketFactory());
  }
}
