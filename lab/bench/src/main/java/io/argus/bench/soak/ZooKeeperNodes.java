package io.argus.bench.soak;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the nodes of a ZooKeeper server by its command {@code srvr}. Stateless. */
final class ZooKeeperNodes {
  private static final Pattern COUNT = Pattern.compile("(?m)^Node count: ([0-9]{1,10})$");
  private static final int PATIENCE_MILLIS = 5_000;

  private ZooKeeperNodes() {}

  /** Asks the server at that loopback port. */
  static int count(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return parse(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
    }
  }

  static int parse(String reply) throws IOException {
    Matcher count = COUNT.matcher(reply);
    if (!count.find()) {
      throw new IOException("ZooKeeper answers without its number of nodes: " + reply);
    }
    return Integer.parseInt(count.group(1));
  }
}
