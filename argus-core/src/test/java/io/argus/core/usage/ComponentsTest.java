package io.argus.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComponentsTest {
  @Test
  void componentsAreInTheOrderOfTheirKeys() {
    List<String> keys = Arrays.stream(Component.values()).map(Component::key).toList();
    assertThat(keys).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void everyReasonHasACodeOfItsOwnAndAnExplanation() {
    assertThat(new HashSet<>(Arrays.stream(Reason.values()).map(Reason::code).toList()))
        .hasSameSizeAs(Reason.values());
    for (Reason reason : Reason.values()) {
      assertThat(Reason.ofCode(reason.code())).isEqualTo(reason);
      for (Component component : Component.values()) {
        String text = reason.explain(component, "50% of it");
        assertThat(text.isEmpty()).as(reason.name()).isEqualTo(reason == Reason.NONE);
        assertThat(text).doesNotContain("null", "$s");
      }
    }
    assertThat(Reason.ofCode("of a newer version")).isEqualTo(Reason.UNKNOWN);
  }

  @Test
  void everyCodeIsDocumented() throws IOException {
    String document = Files.readString(Path.of("../docs/json.md"));
    for (Reason reason : EnumSet.complementOf(EnumSet.of(Reason.NONE, Reason.UNKNOWN))) {
      assertThat(document).contains("`" + reason.code() + "`");
    }
  }

  @Test
  void whatFailedSaysWhatIsSoWithoutIt() {
    ComponentStatus status =
        ComponentStatus.of(Component.CACHE, Reason.MISSING_MEMBER, "this HBase lacks a.B.c()");
    assertThat(status)
        .hasToString("cache FAILED: HBase's own block cache stays: this HBase lacks a.B.c()");
  }
}
