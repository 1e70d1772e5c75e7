package io.argus.core.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream that adds a link to the Argus page to the navigation bar of an HBase page on its way to
 * the browser. It holds back the beginning of the page until it has seen the bar, or {@value
 * #HELD_BYTES} bytes without one. It passes on the rest unbuffered. A page without a bar stays
 * unchanged. The link is relative to the page, so that it also works behind a proxy that puts the
 * web UI below a path.
 *
 * <p>Works with any character set that contains ASCII. For use by one thread at a time.
 */
public final class NavigationLink extends OutputStream {
  private static final int HELD_BYTES = 64 << 10;

  /** A list. Before HBase 2.6.3 it has another class, too, and its menus are lists. */
  private static final String HBASE_2_BAR = "navbar-nav\">";

  private static final String LIST = "<ul";
  private static final String HBASE_2_BAR_END = "</ul>";
  private static final String HBASE_2_LINK =
      "<li class=\"nav-item\"><a class=\"nav-link\" href=\"argus/\">Argus</a></li>";
  private static final String HBASE_094_BAR = "<p id=\"links_menu\">";
  private static final String HBASE_094_LINK = "<a href=\"argus/\">Argus</a>,";

  private final OutputStream out;
  private ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean holding = true;

  public NavigationLink(OutputStream out) {
    this.out = out;
  }

  /** Whether the path may be that of an HBase page with a navigation bar. */
  public static boolean mayBeOn(String path) {
    return path.equals("/master-status") || path.equals("/rs-status") || path.endsWith(".jsp");
  }

  @Override
  public void write(int b) throws IOException {
    if (holding) {
      held.write(b);
      if (b == '>') {
        search();
      } else if (held.size() >= HELD_BYTES) {
        release();
      }
    } else {
      out.write(b);
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (holding) {
      held.write(bytes, offset, length);
      search();
    } else {
      out.write(bytes, offset, length);
    }
  }

  private void search() throws IOException {
    String page = new String(held.toByteArray(), StandardCharsets.ISO_8859_1);
    int at = placeOf(page);
    if (at >= 0) {
      String link = page.startsWith(HBASE_2_BAR_END, at) ? HBASE_2_LINK : HBASE_094_LINK;
      held = new ByteArrayOutputStream();
      byte[] linked =
          (page.substring(0, at) + link + page.substring(at)).getBytes(StandardCharsets.ISO_8859_1);
      held.write(linked, 0, linked.length);
    }
    if (at >= 0 || held.size() >= HELD_BYTES) {
      release();
    }
  }

  /** Index for the link; -1 if the bar is not there yet. */
  private static int placeOf(String page) {
    int bar = page.indexOf(HBASE_2_BAR);
    if (bar >= 0) {
      return endOfList(page, bar);
    }
    int menu = page.indexOf(HBASE_094_BAR);
    return menu < 0 ? -1 : menu + HBASE_094_BAR.length();
  }

  /** Index of the end of the list in which a place is; -1 if it is not there yet. */
  private static int endOfList(String page, int inside) {
    int end = page.indexOf(HBASE_2_BAR_END, inside);
    int inner = page.indexOf(LIST, inside);
    while (end >= 0 && inner >= 0 && inner < end) {
      end = page.indexOf(HBASE_2_BAR_END, end + 1);
      inner = page.indexOf(LIST, inner + 1);
    }
    return end;
  }

  private void release() throws IOException {
    holding = false;
    if (held.size() > 0) {
      held.writeTo(out);
    }
    held = new ByteArrayOutputStream(0);
  }

  /** Whether it holds nothing back any more. */
  public boolean isPassing() {
    return !holding;
  }

  /** Drops what it holds back, for a page that begins again. */
  public void reset() {
    if (holding) {
      held.reset();
    }
  }

  /** Does nothing while it holds something back. */
  @Override
  public void flush() throws IOException {
    if (!holding) {
      out.flush();
    }
  }

  /** Passes on what it holds back: the page is complete. Leaves the stream behind it open. */
  @Override
  public void close() throws IOException {
    if (holding) {
      release();
    }
  }
}
