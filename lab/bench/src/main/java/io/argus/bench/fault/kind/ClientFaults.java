package io.argus.bench.fault.kind;

import static io.argus.core.text.Text.format;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultSite;
import io.argus.cluster.ClusterSettings;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients that behave badly. Stateless. */
final class ClientFaults {
  private static final int CONNECTIONS = 1000;
  private static final int CONNECT_MILLIS = 2000;
  private static final int MULTIS = 6;
  private static final int MULTI_ROWS = 400;
  private static final int MULTI_ROW_BYTES = 50_000;
  private static final int SMALL_HEAP_MEGABYTES = 256;
  private static final long REGISTERING_MILLIS = 15_000;
  private static final String TABLE = "careless:rows";

  private ClientFaults() {}

  static List<Fault> all() {
    return List.of(
        new Fault(
            "vanishing-clients",
            format("%,d clients connect to each region server, send and vanish", CONNECTIONS),
            4,
            ClientFaults::vanish),
        new Fault(
            "huge-multis",
            MULTIS + " requests of " + MULTI_ROWS * MULTI_ROW_BYTES / 1_000_000 + " MB each",
            4,
            site -> {
              site.actions().act("load", TABLE, "1");
              hugeMultis(site);
            },
            site -> {
              site.actions().act("calm");
              site.actions().act("remove", TABLE);
            }),
        new Fault(
            "small-heap",
            "a region server is killed, gets a heap of "
                + SMALL_HEAP_MEGABYTES
                + " MB, and requests of "
                + MULTI_ROWS * MULTI_ROW_BYTES / 1_000_000
                + " MB",
            2,
            ClientFaults::smallHeap,
            ClientFaults::usualHeap));
  }

  private static void hugeMultis(FaultSite site) throws IOException {
    site.actions()
        .act(
            "multis",
            TABLE,
            Integer.toString(MULTI_ROWS),
            Integer.toString(MULTI_ROW_BYTES),
            Integer.toString(MULTIS));
  }

  private static void smallHeap(FaultSite site) throws IOException, InterruptedException {
    ClusterSettings usual = site.settings();
    site.cluster().kill(site.lastRegionServer());
    site.cluster()
        .startRegionServer(
            usual.regionServers() - 1,
            new ClusterSettings(
                usual.regionServers(),
                usual.handlers(),
                SMALL_HEAP_MEGABYTES,
                usual.blockCacheBytes(),
                usual.blockCache(),
                usual.site()),
            site.system().plugin());
    Thread.sleep(REGISTERING_MILLIS);
    site.actions().act("load", TABLE, "10");
    for (int i = 0; i < usual.regionServers(); i++) {
      site.actions().act("MOVE", TABLE); // at one of these times it is on the small one
      hugeMultis(site);
    }
  }

  private static void usualHeap(FaultSite site) throws IOException, InterruptedException {
    site.actions().act("calm");
    if (site.cluster().runs(site.lastRegionServer())) {
      site.cluster().kill(site.lastRegionServer());
    }
    site.cluster()
        .startRegionServer(
            site.settings().regionServers() - 1, site.settings(), site.system().plugin());
    Thread.sleep(REGISTERING_MILLIS);
    site.actions().act("remove", TABLE);
  }

  /** A third of the clients sends HBase's first bytes, a third rubbish, a third only connects. */
  private static void vanish(FaultSite site) throws IOException {
    byte[] hello = "HBas\0P".getBytes(StandardCharsets.US_ASCII);
    byte[] rubbish = "GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    for (int port : site.cluster().ports().regionServers()) {
      List<Socket> open = new ArrayList<>();
      try {
        for (int i = 0; i < CONNECTIONS; i++) {
          Socket socket = new Socket();
          open.add(socket);
          vanishing(socket, port, i % 3 == 0 ? hello : i % 3 == 1 ? rubbish : new byte[0]);
        }
      } finally {
        for (Socket socket : open) {
          socket.close();
        }
      }
    }
  }

  private static void vanishing(Socket socket, int port, byte[] sent) {
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.write(sent);
      out.writeInt(20); // the length of a header that never comes
      socket.setSoLinger(true, 0); // closes by a reset
    } catch (IOException e) {
      // A server may refuse such a client.
    }
  }
}
