package io.argus.hbase2.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import javax.servlet.DispatcherType;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.Server;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.ServerConnector;
import org.apache.hbase.thirdparty.org.eclipse.jetty.servlet.FilterHolder;
import org.apache.hbase.thirdparty.org.eclipse.jetty.servlet.ServletContextHandler;
import org.apache.hbase.thirdparty.org.eclipse.jetty.servlet.ServletHolder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HBase's pages behind the link, in the Jetty that HBase uses. */
class LinkedResponseTest {
  private static final String BAR = "<html><ul class=\"navbar-nav\"><li>é</li></ul>";
  private static final String LINKED = "<a class=\"nav-link\" href=\"argus/\">Argus</a></li></ul>";

  private static Server server;

  /** Wraps every response. */
  private static final class Linking implements Filter {
    @Override
    public void init(FilterConfig config) {}

    @Override
    public void destroy() {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      LinkedResponse linked = new LinkedResponse((HttpServletResponse) response);
      chain.doFilter(request, linked);
      linked.complete();
    }
  }

  /** Pages as HBase and its container may write them. */
  private static final class Pages extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      response.setContentType("text/html;charset=UTF-8");
      byte[] bar = BAR.getBytes(StandardCharsets.UTF_8);
      switch (request.getPathInfo()) {
        case "/writer":
          response.getWriter().write(BAR);
          response.flushBuffer();
          response.getWriter().write("end");
          break;
        case "/closed":
          response.getWriter().write(BAR);
          response.getWriter().close();
          break;
        case "/stream":
          response.setContentLength(bar.length);
          response.getOutputStream().write(bar);
          break;
        case "/latin":
          response.setContentType("text/html;charset=ISO-8859-1");
          response.getWriter().write(BAR);
          break;
        case "/undeclared":
          response.setContentType("text/html");
          response.getWriter().write("<html><ul class=\"navbar-nav\"></ul>");
          break;
        case "/big":
          response.getWriter().write(BAR);
          for (int i = 0; i < 100_000; i++) {
            response.getWriter().write("<tr><td>a row</td></tr>");
          }
          break;
        case "/other":
          response.getWriter().write("no bar here");
          break;
        case "/error":
          response.getWriter().write("half a page");
          response.sendError(503, "not now");
          break;
        case "/again":
          response.getWriter().write("half a page");
          response.resetBuffer();
          response.getWriter().write(BAR);
          break;
        case "/afresh":
          response.getOutputStream().write('x');
          response.reset();
          response.getWriter().write("whole");
          break;
        case "/redirect":
          response.getWriter().write("half a page");
          response.sendRedirect("/other");
          break;
        case "/throws":
          response.getWriter().write("half a page");
          throw new IOException("broken page");
        default:
          response.setStatus(204);
      }
    }
  }

  @BeforeAll
  static void start() throws Exception {
    server = new Server(0);
    ServletContextHandler context = new ServletContextHandler();
    context.addFilter(new FilterHolder(new Linking()), "/*", EnumSet.of(DispatcherType.REQUEST));
    context.addServlet(new ServletHolder(new Pages()), "/*");
    server.setHandler(context);
    server.start();
  }

  @AfterAll
  static void stop() throws Exception {
    server.stop();
  }

  private static HttpResponse<String> get(String path) throws Exception {
    int port = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aPageGetsTheLinkHoweverItIsWritten() throws Exception {
    assertThat(get("/writer").body()).contains("é").contains(LINKED).endsWith("end");
    assertThat(get("/closed").body()).contains(LINKED);
    assertThat(get("/stream").body()).contains("é").endsWith(LINKED);
    assertThat(get("/latin").body()).contains("é").contains(LINKED);
    assertThat(get("/undeclared").body()).contains(LINKED);
    assertThat(get("/again").body()).startsWith("<html>").contains(LINKED);
  }

  @Test
  void aBigPageArrivesWhole() throws Exception {
    String body = get("/big").body();
    assertThat(body).contains(LINKED);
    assertThat(body.split("<tr>", -1)).hasSize(100_001);
  }

  @Test
  void everythingElseArrivesAsItWas() throws Exception {
    assertThat(get("/other").body()).isEqualTo("no bar here");
    assertThat(get("/afresh").body()).isEqualTo("whole");
    assertThat(get("/empty").statusCode()).isEqualTo(204);
    HttpResponse<String> error = get("/error");
    assertThat(error.statusCode()).isEqualTo(503);
    assertThat(error.body()).contains("not now").doesNotContain("half a page");
    HttpResponse<String> redirect = get("/redirect");
    assertThat(redirect.statusCode()).isEqualTo(302);
    HttpResponse<String> broken = get("/throws");
    assertThat(broken.statusCode()).isEqualTo(500);
    assertThat(broken.body()).doesNotContain("half a page");
  }
}
