package io.argus.hbase094;

import io.argus.core.ClusterDocuments;
import java.io.IOException;
import java.util.function.Supplier;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hbase.util.InfoServer;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@value ClusterDocuments#STATUS_PAGE} of the server's own web UI.
 *
 * <p>Safe for use by any thread.
 */
public final class StatusServlet extends HttpServlet {
  private static final String DOCUMENT = "argus.status";

  /**
   * Adds the page to a server's web UI, if it has one.
   *
   * @param document what the page answers, JSON
   */
  static void addTo(@Nullable InfoServer webUi, Supplier<byte[]> document) {
    if (webUi != null) {
      webUi.setAttribute(DOCUMENT, document);
      webUi.addServlet("argus", ClusterDocuments.STATUS_PAGE, StatusServlet.class);
    }
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Object document = getServletContext().getAttribute(DOCUMENT);
    if (!(document instanceof Supplier)) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    byte[] json = (byte[]) ((Supplier<?>) document).get();
    response.setContentType("application/json; charset=utf-8");
    response.setContentLength(json.length);
    response.getOutputStream().write(json);
  }
}
