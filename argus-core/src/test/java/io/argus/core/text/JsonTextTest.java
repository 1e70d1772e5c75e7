package io.argus.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.Gson;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
  private static final class Document {
    SortedMap<String, String> values;
    double weight;
    Version version;
  }

  private record Version(String text) {
    Version {
      text = text.trim();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Document read(byte[] json) {
    return JsonText.read(new Gson(), json, Document.class, "document");
  }

  private static void assertRefused(byte[] json, String reason) {
    assertThatThrownBy(() -> read(json))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("document cannot be read: ")
        .hasMessageContaining(reason)
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300).doesNotContain("\n"));
  }

  @Test
  void readsADocument() {
    assertThat(read(bytes("{\"values\":{\"a\":\"b\"},\"weight\":2}")).values)
        .containsEntry("a", "b");
  }

  /** Gson says NumberFormatException, NullPointerException and RuntimeException here. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"weight\":\"x\"}",
        "{\"values\":[[null,\"a\"]]}",
        "{\"version\":{}}",
        "{\"values\":7}",
        "{\"values\":{\"a\":\"b\"",
        "{} {}",
        "null",
        ""
      })
  void whateverGsonThrowsIsOneException(String json) {
    assertRefused(bytes(json), "");
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    assertRefused(new byte[] {'{', '"', (byte) 0xC3, '"', '}'}, "");
  }

  @Test
  void aMessageQuotesLittle() {
    assertRefused(bytes("{\"weight\":\"" + "1".repeat(20_000) + "x\"}"), "characters)");
  }

  @Test
  void aTreeThatIsNestedTooDeeplyIsRefusedBeforeAnybodyWalksOverIt() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertThatThrownBy(() -> JsonText.tree(bytes(deep), "document"))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("document cannot be read: it is nested deeper than 64");
    String deepest = "[".repeat(64) + "'[[[[',\"[\"" + "]".repeat(64);
    assertThat(JsonText.tree(bytes(deepest), "document").isJsonArray()).isTrue();
  }

  @Test
  void aNameInAMessageIsShortAndHarmless() {
    assertThat(Shortened.of("alice")).isEqualTo("alice");
    assertThat(Shortened.of("a\nb\u001b[31m\u202e")).isEqualTo("a b?[31m?");
    assertThat(Shortened.of("x".repeat(10_000)))
        .isEqualTo("x".repeat(200) + "... (10000 characters)");
  }
}
