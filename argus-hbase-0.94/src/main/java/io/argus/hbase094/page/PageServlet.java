package io.argus.hbase094.page;

import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import java.io.IOException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hbase.util.InfoServer;
import org.apache.hadoop.http.ArgusWebAccess;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the {@link ArgusPage} in the server's own web UI, with a link on HBase's status page.
 *
 * <p>Safe for use by any thread.
 */
public final class PageServlet extends HttpServlet {
  private static final Logger LOG = LoggerFactory.getLogger(PageServlet.class);
  private static final String PAGE = "argus.page";

  /** Adds the page to a server's web UI, if it has one. */
  public static void addTo(@Nullable InfoServer webUi, ArgusPage page) {
    if (webUi != null) {
      webUi.setAttribute(PAGE, page);
      webUi.addServlet("argus", ArgusPage.ROOT + "*", PageServlet.class);
      addLink(webUi);
    }
  }

  private static void addLink(InfoServer webUi) {
    try {
      ArgusWebAccess.addFilter(webUi, LinkFilter.class, "/master-status", "/rs-status");
    } catch (Exception | LinkageError e) {
      LOG.warn("HBase's pages have no link to the Argus page at {}", ArgusPage.ROOT, e);
    }
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Object page = getServletContext().getAttribute(PAGE);
    PageReply reply =
        page instanceof ArgusPage
            ? ((ArgusPage) page).get(request.getRequestURI(), request.getQueryString()).orElse(null)
            : null;
    if (reply == null) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    response.setStatus(reply.status());
    response.setContentType(reply.contentType());
    reply.headers().forEach(response::setHeader);
    response.setContentLength(reply.body().length);
    response.getOutputStream().write(reply.body());
  }
}
