package io.argus.hbase2.page;

import io.argus.core.page.NavigationLink;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Locale;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * The response of one of HBase's own pages, which passes through a {@link NavigationLink}.
 *
 * <p>A content length that HBase sets is dropped, because the link makes the page longer; the
 * container sets its own. For use by one thread.
 */
final class LinkedResponse extends HttpServletResponseWrapper {
  private static final String LENGTH = "content-length";

  private @Nullable LinkStream stream;
  private @Nullable PrintWriter writer;

  LinkedResponse(HttpServletResponse response) {
    super(response);
  }

  /** The stream to the container, through the link. */
  private static final class LinkStream extends ServletOutputStream {
    private final ServletOutputStream out;
    private final NavigationLink link;

    LinkStream(ServletOutputStream out) {
      this.out = out;
      this.link = new NavigationLink(out);
    }

    @Override
    public void write(int b) throws IOException {
      link.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      link.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      link.flush();
    }

    @Override
    public void close() throws IOException {
      link.close();
      out.close();
    }

    @Override
    public boolean isReady() {
      return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      out.setWriteListener(listener);
    }
  }

  /** Writes what is held back, once HBase has written everything. */
  void complete() throws IOException {
    if (writer != null) {
      writer.flush();
    }
    if (stream != null) {
      stream.link.close();
    }
  }

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    if (stream == null) {
      stream = new LinkStream(super.getOutputStream());
    }
    return stream;
  }

  @Override
  public PrintWriter getWriter() throws IOException {
    if (writer == null) {
      String encoding = getCharacterEncoding();
      setCharacterEncoding(encoding);
      writer = new PrintWriter(new OutputStreamWriter(getOutputStream(), encoding));
    }
    return writer;
  }

  @Override
  public void flushBuffer() throws IOException {
    if (writer != null) {
      writer.flush();
    }
    if (stream == null || stream.link.isPassing()) {
      super.flushBuffer();
    }
  }

  @Override
  public void reset() {
    super.reset();
    stream = null;
    writer = null;
  }

  @Override
  public void resetBuffer() {
    forgetHeld();
    super.resetBuffer();
  }

  @Override
  public void sendError(int status) throws IOException {
    forgetHeld();
    super.sendError(status);
  }

  @Override
  public void sendError(int status, String message) throws IOException {
    forgetHeld();
    super.sendError(status, message);
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    forgetHeld();
    super.sendRedirect(location);
  }

  private void forgetHeld() {
    if (writer != null) {
      writer.flush();
    }
    if (stream != null) {
      stream.link.reset();
    }
  }

  @Override
  public void setContentLength(int length) {}

  @Override
  public void setContentLengthLong(long length) {}

  @Override
  public void setHeader(String name, String value) {
    if (!LENGTH.equals(name.toLowerCase(Locale.ROOT))) {
      super.setHeader(name, value);
    }
  }

  @Override
  public void addHeader(String name, String value) {
    if (!LENGTH.equals(name.toLowerCase(Locale.ROOT))) {
      super.addHeader(name, value);
    }
  }

  @Override
  public void setIntHeader(String name, int value) {
    if (!LENGTH.equals(name.toLowerCase(Locale.ROOT))) {
      super.setIntHeader(name, value);
    }
  }
}
