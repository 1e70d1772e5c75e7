package io.argus.master.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.master.PageFixture;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves an Argus page on a port of this machine, as a shim does in HBase's web UI, with the
 * navigation bar of HBase 2.6.4 beside it.
 */
final class PageServer implements AutoCloseable {
  private static final String HEADER = "/header.jsp";

  private final HttpServer server;
  private final ArgusPage page;
  private final Map<String, String> files = new ConcurrentHashMap<>();
  private volatile String prefix = "";

  private PageServer(ArgusPage page, HttpServer server) {
    this.page = page;
    this.server = server;
  }

  static PageServer start(ArgusPage page, int port) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    PageServer server = new PageServer(page, http);
    server.files.put(HEADER, resource("header-2.6.4.html"));
    http.createContext("/", server::answer);
    http.start();
    return server;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PageServer.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Serves all below a path only, as a proxy like Apache Knox does: nothing else is found.
   *
   * @param path without a slash at its end
   */
  PageServer below(String path) {
    prefix = path;
    return this;
  }

  /** Serves the page as HBase 0.94 does, whose navigation bar is no page of its own. */
  PageServer withoutHeader() {
    files.remove(HEADER);
    return this;
  }

  /**
   * Returns the address of a page that opens a path of the Argus page, waits until it is drawn and
   * then runs a script, as a reader would act. In the end its HTML is that of the Argus page.
   *
   * @param script JavaScript: {@code page} is the document, {@code until(test)} waits, {@code
   *     drag(element, from, to)} drags over parts of the width of an element
   */
  String driven(String path, String script) throws IOException {
    files.put(
        "/driven.html",
        resource("driven.html").replace("{{path}}", path).replace("{{script}}", script));
    return url("/driven.html");
  }

  private void answer(HttpExchange exchange) throws IOException {
    String asked = exchange.getRequestURI().getPath();
    String path = asked.startsWith(prefix + "/") ? asked.substring(prefix.length()) : "elsewhere";
    Optional<PageReply> reply = page.get(path, exchange.getRequestURI().getRawQuery());
    if (reply.isPresent()) {
      reply.get().headers().forEach(exchange.getResponseHeaders()::set);
      send(exchange, reply.get().status(), reply.get().contentType(), reply.get().body());
    } else if (files.containsKey(path)) {
      byte[] file = files.get(path).getBytes(StandardCharsets.UTF_8);
      send(exchange, 200, "text/html; charset=utf-8", file);
    } else {
      exchange.sendResponseHeaders(404, -1);
    }
    exchange.close();
  }

  private static void send(HttpExchange exchange, int status, String contentType, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", contentType);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + prefix + path;
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
