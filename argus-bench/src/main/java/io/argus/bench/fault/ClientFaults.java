package io.argus.bench.fault;

import static io.argus.bench.basics.Text.format;

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
              site.actions()
                  .act(
                      "multis",
                      TABLE,
                      Integer.toString(MULTI_ROWS),
                      Integer.toString(MULTI_ROW_BYTES),
                      Integer.toString(MULTIS));
            },
            site -> {
              site.actions().act("calm");
              site.actions().act("remove", TABLE);
            }));
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
