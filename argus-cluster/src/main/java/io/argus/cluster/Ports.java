package io.argus.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * The loopback ports of one cluster, chosen once and kept for as long as its data.
 *
 * @param regionServers one port per region server
 * @param regionServersHttp one web page port per region server
 */
public record Ports(
    int nameNode,
    int nameNodeHttp,
    int dataNode,
    int dataNodeHttp,
    int dataNodeIpc,
    int zooKeeper,
    int master,
    int masterHttp,
    List<Integer> regionServers,
    List<Integer> regionServersHttp) {

  /**
   * The first port that is tried, below the range that the kernel uses for outgoing connections.
   * Tests that run at the same time have different ones.
   */
  private static final int FIRST = Integer.getInteger("argus.first.port", 24_100);

  private static final int LAST = 32_000;

  public Ports {
    regionServers = List.copyOf(regionServers);
    regionServersHttp = List.copyOf(regionServersHttp);
  }

  public static Ports free(int regionServerCount) throws IOException {
    int wanted = 8 + 2 * regionServerCount;
    List<Integer> free = anyFree(wanted);
    return new Ports(
        free.get(0),
        free.get(1),
        free.get(2),
        free.get(3),
        free.get(4),
        free.get(5),
        free.get(6),
        free.get(7),
        free.subList(8, 8 + regionServerCount),
        free.subList(8 + regionServerCount, wanted));
  }

  /** That many ports that are free now. */
  static List<Integer> anyFree(int wanted) throws IOException {
    List<Integer> free = new ArrayList<>();
    for (int port = FIRST; port < LAST && free.size() < wanted; port++) {
      if (isFree(port)) {
        free.add(port);
      }
    }
    if (free.size() < wanted) {
      throw new IOException("no " + wanted + " free ports between " + FIRST + " and " + LAST);
    }
    return free;
  }

  /** Whether a server accepts connections on that loopback port. */
  static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The address of a DataNode, and from which its region server calls HDFS. The ports of all
   * DataNodes are the same.
   */
  static String address(int dataNode, int dataNodes) {
    return dataNodes == 1 ? "127.0.0.1" : "127.0.0." + (2 + dataNode);
  }

  static String local(int port) {
    return "127.0.0.1:" + port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
