package io.argus.master.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.master.PageFixture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Serves an Argus page on a port of this machine, as a shim does in HBase's web UI. */
final class PageServer implements AutoCloseable {
  private final HttpServer server;
  private final ArgusPage page;

  private PageServer(ArgusPage page, HttpServer server) {
    this.page = page;
    this.server = server;
  }

  static PageServer start(ArgusPage page, int port) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    PageServer server = new PageServer(page, http);
    http.createContext("/", server::answer);
    http.start();
    return server;
  }

  private void answer(HttpExchange exchange) throws IOException {
    Optional<PageReply> reply =
        page.get(exchange.getRequestURI().getPath(), exchange.getRequestURI().getRawQuery());
    if (reply.isPresent()) {
      exchange.getResponseHeaders().set("Content-Type", reply.get().contentType());
      reply.get().headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(reply.get().status(), reply.get().body().length);
      exchange.getResponseBody().write(reply.get().body());
    } else {
      exchange.sendResponseHeaders(404, -1);
    }
    exchange.close();
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  /**
   * Serves the page with simulated data until it is stopped: for looking at it while changing it.
   */
  public static void main(String[] arguments) throws IOException {
    PageServer server =
        start(PageFixture.until(System.currentTimeMillis(), PageFixture.HOUR).page(), 16099);
    System.out.println(server.url(ArgusPage.ROOT));
  }
}
