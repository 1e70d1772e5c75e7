package io.argus.core.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgusPageTest {
  private final ArgusPage page =
      ArgusPage.builder(ArgusPageTest.class, "test.html")
          .document("echo.json", query -> "{\"query\":\"" + query.parameters() + "\"}")
          .document(
              "refusing.json",
              query -> {
                throw new IllegalArgumentException("share is 2: must be within 0..1");
              })
          .document(
              "failing.json",
              query -> {
                throw new IllegalStateException("broken");
              })
          .build();

  private static String text(PageReply reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  @Test
  void withoutTheLastSlashTheBrowserIsSentToThePage() {
    PageReply reply = page.get("/argus", null).orElseThrow();
    assertThat(reply.status()).isEqualTo(302);
    assertThat(reply.headers()).containsEntry("Location", "argus/");
  }

  @Test
  void theRootIsThePage() {
    PageReply reply = page.get("/argus/", null).orElseThrow();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.contentType()).isEqualTo("text/html; charset=utf-8");
    assertThat(text(reply)).contains("page of a test");
    assertThat(reply.headers()).containsKey("Content-Security-Policy");
  }

  @ParameterizedTest
  @CsvSource({
    "argus.css, text/css; charset=utf-8",
    "page.js, text/javascript; charset=utf-8",
    "charts.js, text/javascript; charset=utf-8",
    "time.js, text/javascript; charset=utf-8"
  })
  void whatThePageLoadsIsThere(String name, String contentType) {
    PageReply reply = page.get("/argus/" + name, null).orElseThrow();
    assertThat(reply.contentType()).isEqualTo(contentType);
    assertThat(reply.body().length).isGreaterThan(500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/argusx",
        "/argus/none",
        "/argus/../argus/page.js",
        "/argus//",
        "/rs-status"
      })
  void everythingElseIsNotOurs(String path) {
    assertThat(page.get(path, null)).isEmpty();
  }

  @Test
  void anAnswerThatIsBeingComputedSaysWhenToAskAgain() {
    PageReply reply =
        ArgusPage.builder(ArgusPageTest.class, "test.html")
            .document(
                "slow.json",
                query -> {
                  throw new ComputingException("it takes 7 s more", 7);
                })
            .build()
            .get("/argus/slow.json", null)
            .orElseThrow();
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.headers())
        .containsEntry("Retry-After", "7")
        .containsEntry("Cache-Control", "no-cache");
    assertThat(text(reply)).contains("\"error\":\"it takes 7 s more\"");
  }

  @Test
  void aDocumentIsMadeOfTheQuery() {
    PageReply reply = page.get("/argus/echo.json", "a=1%2F2&b=&&c").orElseThrow();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.contentType()).isEqualTo("application/json; charset=utf-8");
    assertThat(text(reply)).isEqualTo("{\"query\":\"{a=1/2, b=, c=}\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "refusing.json, '', 400, share is 2: must be within 0..1",
    "echo.json, a=1&a=2, 400, given twice",
    "echo.json, a=%zz, 400, Illegal hex",
    "failing.json, '', 500, broken"
  })
  void whatGoesWrongIsSaidInJson(String name, String query, int status, String message) {
    PageReply reply = page.get("/argus/" + name, query).orElseThrow();
    assertThat(reply.status()).isEqualTo(status);
    assertThat(text(reply)).contains("\"version\":2").contains("\"error\":").contains(message);
  }
}
