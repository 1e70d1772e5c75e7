package io.argus.hbase094.page;

import io.argus.core.page.NavigationLink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletOutputStream;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Adds a link to the Argus page to the menu of HBase's own pages.
 *
 * <p>Safe for use by any thread.
 */
public final class LinkFilter implements Filter {

  /**
   * A page that is held back until HBase has written all of it. Its content length is dropped,
   * because the link makes the page longer. For use by one thread.
   */
  private static final class KeptPage extends HttpServletResponseWrapper {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private @Nullable PrintWriter writer;

    KeptPage(HttpServletResponse response) {
      super(response);
    }

    @Override
    public ServletOutputStream getOutputStream() {
      return new ServletOutputStream() {
        @Override
        public void write(int b) {
          bytes.write(b);
        }
      };
    }

    @Override
    public PrintWriter getWriter() throws IOException {
      if (writer == null) {
        writer = new PrintWriter(new OutputStreamWriter(bytes, getCharacterEncoding()));
      }
      return writer;
    }

    @Override
    public void setContentLength(int length) {}

    @Override
    public void flushBuffer() {}

    @Override
    public void resetBuffer() {
      if (writer != null) {
        writer.flush();
      }
      bytes.reset();
    }

    void complete() throws IOException {
      if (writer != null) {
        writer.flush();
      }
      if (bytes.size() > 0) {
        NavigationLink link = new NavigationLink(super.getOutputStream());
        bytes.writeTo(link);
        link.close();
      }
    }
  }

  @Override
  public void init(FilterConfig config) {}

  @Override
  public void destroy() {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (response instanceof HttpServletResponse) {
      KeptPage page = new KeptPage((HttpServletResponse) response);
      chain.doFilter(request, page);
      page.complete();
    } else {
      chain.doFilter(request, response);
    }
  }
}
