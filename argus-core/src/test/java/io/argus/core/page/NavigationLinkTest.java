package io.argus.core.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NavigationLinkTest {
  private static final String HBASE_2 =
      "<nav><ul class=\"navbar-nav\"><li>Home é</li></ul></nav><ul><li>another</li></ul>";
  private static final String HBASE_094 = "<h1>M</h1><p id=\"links_menu\"><a href=\"/logs/\">L</a>";

  /** Writes a page in pieces of that size and returns what arrives. */
  private static byte[] through(byte[] page, int piece) throws IOException {
    ByteArrayOutputStream arrived = new ByteArrayOutputStream();
    NavigationLink link = new NavigationLink(arrived);
    for (int at = 0; at < page.length; at += piece) {
      if (piece == 1) {
        link.write(page[at]);
      } else {
        link.write(page, at, Math.min(piece, page.length - at));
      }
      link.flush();
    }
    link.close();
    return arrived.toByteArray();
  }

  private static String through(String page, int piece) throws IOException {
    return new String(
        through(page.getBytes(StandardCharsets.UTF_8), piece), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void theLinkIsTheLastInTheBarOfHBase2(int piece) throws IOException {
    assertThat(through(HBASE_2, piece))
        .isEqualTo(
            "<nav><ul class=\"navbar-nav\"><li>Home é</li><li class=\"nav-item\"><a class=\"nav-link\""
                + " href=\"argus/\">Argus</a></li></ul></nav><ul><li>another</li></ul>");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void theLinkIsBehindTheMenusOfTheBar(int piece) throws IOException {
    String before =
        "<ul class=\"nav navbar-nav\"><li><ul class=\"dropdown-menu\"><li>JMX</li></ul></li>"
            + "<li><ul><li>more</li></ul></li>";
    String after = "</ul><ul><li>another</li></ul>";
    assertThat(through(before + after, piece))
        .isEqualTo(
            before
                + "<li class=\"nav-item\"><a class=\"nav-link\" href=\"argus/\">Argus</a></li>"
                + after);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void theLinkIsTheFirstInTheMenuOfHBase094(int piece) throws IOException {
    assertThat(through(HBASE_094, piece))
        .isEqualTo(
            "<h1>M</h1><p id=\"links_menu\"><a href=\"argus/\">Argus</a>,<a"
                + " href=\"/logs/\">L</a>");
  }

  @ParameterizedTest
  @CsvSource({"10, 1", "10, 3", "70000, 1", "200000, 8192", "65536, 65536", "65537, 65537", "0, 1"})
  void aPageWithoutABarArrivesAsItWas(int length, int piece) throws IOException {
    byte[] page = new byte[length];
    new Random(length).nextBytes(page);
    assertThat(through(page, piece)).isEqualTo(page);
  }

  @Test
  void aBarThatBeginsAndDoesNotEndIsLeftAlone() throws IOException {
    String page = "<ul class=\"navbar-nav\">" + "x".repeat(70_000) + "</ul>";
    assertThat(through(page, 4096)).isEqualTo(page);
  }

  @Test
  void aBigPageIsNotHeldBackOnceTheLinkIsIn() throws IOException {
    ByteArrayOutputStream arrived = new ByteArrayOutputStream();
    NavigationLink link = new NavigationLink(arrived);
    link.write(HBASE_2.getBytes(StandardCharsets.UTF_8));
    int before = arrived.size();
    assertThat(before).isGreaterThan(HBASE_2.length());
    link.write(new byte[1 << 20]);
    assertThat(arrived.size()).isEqualTo(before + (1 << 20));
  }

  @Test
  void whatIsHeldBackIsForgottenWhenThePageBeginsAnew() throws IOException {
    ByteArrayOutputStream arrived = new ByteArrayOutputStream();
    NavigationLink link = new NavigationLink(arrived);
    link.write("half a page".getBytes(StandardCharsets.UTF_8));
    link.reset();
    link.write("error".getBytes(StandardCharsets.UTF_8));
    link.close();
    assertThat(arrived.toString(StandardCharsets.UTF_8)).isEqualTo("error");
  }

  @ParameterizedTest
  @CsvSource({
    "/master-status, true",
    "/rs-status, true",
    "/tablesDetailed.jsp, true",
    "/jmx, false",
    "/argus/, false",
    "/logs/master.log, false",
    "/static/js/tab.js, false"
  })
  void onlyHBasesOwnPagesAreLookedAt(String path, boolean looked) {
    assertThat(NavigationLink.mayBeOn(path)).isEqualTo(looked);
  }
}
