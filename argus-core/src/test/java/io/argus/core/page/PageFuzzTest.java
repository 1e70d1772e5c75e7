package io.argus.core.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.argus.core.fuzz.Fuzz;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Paths and queries that no browser sends. */
@Tag("long")
class PageFuzzTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void queries() throws InterruptedException {
    Fuzz.of(
            "query",
            bytes("span=hours&tenants=alice,bob"),
            bytes("alice=0.6/0.5&bob=%2e5/0.2"),
            bytes("a=%41&b=+%20"))
        .run(
            document -> {
              String query = new String(document, StandardCharsets.UTF_8);
              PageQuery.of(query).parameters().forEach((k, v) -> assertThat(k + v).isNotNull());
            });
  }

  @Test
  void paths() throws InterruptedException {
    ArgusPage page =
        ArgusPage.builder(ArgusPage.class, "page.js").document("a.json", query -> "{}").build();
    Fuzz.of("path", bytes("/argus/a.json"), bytes("/argus"), bytes("/argus/page.js"))
        .run(
            document -> {
              String path = new String(document, StandardCharsets.UTF_8);
              page.get(path, path)
                  .ifPresent(
                      reply -> {
                        assertThat(reply.status()).isIn(200, 302, 400);
                        if (reply.status() == 302) {
                          assertThat(path).isEqualTo("/argus");
                          assertThat(reply.headers()).containsEntry("Location", "argus/");
                        }
                        if (reply.status() == 400) {
                          JsonParser.parseString(new String(reply.body(), StandardCharsets.UTF_8));
                          assertThat(reply.body().length).isLessThan(2_000);
                        }
                      });
            });
  }
}
