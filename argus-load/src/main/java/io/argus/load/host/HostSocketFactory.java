package io.argus.load.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes sockets whose own address is that of this process, one of 127.0.0.0/8.
 *
 * <p>A NameNode knows writers and DataNodes by the address they connect from, and places the blocks
 * of a writer on the DataNode with the same address. So a region server and a DataNode with an
 * address of their own are a host to HDFS, although all run on one machine. Hadoop of any
 * generation makes its sockets with the factory that {@code
 * hadoop.rpc.socket.factory.class.default} names.
 *
 * <p>Stateless.
 */
public final class HostSocketFactory extends SocketFactory {
  /** System property with the address of the process; without it the kernel chooses. */
  public static final String ADDRESS = "argus.cluster.address";

  /** Binds a socket that is not connected to the address of this process, if it has one. */
  public static void bind(Socket socket) throws IOException {
    @Nullable String address = System.getProperty(ADDRESS);
    if (address != null) {
      // Else the ports of closed connections would run out: Hadoop 1 makes one for each read.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, 0));
    }
  }

  /** A socket with a channel, as Hadoop's own factory makes them. */
  @Override
  public Socket createSocket() throws IOException {
    Socket socket = SocketChannel.open().socket();
    bind(socket);
    return socket;
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    Socket socket = createSocket();
    socket.connect(new InetSocketAddress(host, port));
    return socket;
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket(InetAddress.getByName(host), port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket(host, port);
  }

  /** Hadoop shares the connections of equal factories. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HostSocketFactory;
  }

  @Override
  public int hashCode() {
    return HostSocketFactory.class.hashCode();
  }
}
