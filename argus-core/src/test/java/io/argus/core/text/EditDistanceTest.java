package io.argus.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
  @ParameterizedTest
  @CsvSource({"abc, abc, 0", "abc, acb, 1", "abc, abcd, 1", "abc, xbc, 1", "kitten, sitting, 3"})
  void slipsAreCounted(String one, String other, int slips) {
    assertThat(EditDistance.slips(one, other)).isEqualTo(slips);
    assertThat(EditDistance.slips(other, one)).isEqualTo(slips);
  }

  @Test
  void aNameThatIsLikeItIsSuggestedElseWhatThereIs() {
    List<String> names = List.of("orders", "events", "search");
    assertThat(Text.instead("ordres", names)).isEqualTo("did you mean orders?");
    assertThat(Text.instead("billing", names)).isEqualTo("must be one of [orders, events, search]");
    assertThat(Text.instead("xy", Collections.nCopies(23, "abcdef")))
        .endsWith("abcdef, and 3 more]");
  }
}
