package io.argus.bench.incident;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RegisteredTest {
  @Test
  void aServerIsGoneWhenItIsNoMoreRegistered() {
    Registered registered = new Registered();
    registered.add(0, List.of("a", "b"));
    registered.add(5, List.of("b", "a"));
    registered.add(12.3, List.of("a"));
    registered.add(20, List.of("a"));

    assertThat(registered.goneAfter(6, "b")).isEqualTo(OptionalInt.of(7));
    assertThat(registered.goneAfter(6, "a")).isEmpty();
  }
}
