package io.argus.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SpreadTest {

  @Test
  void medianIsTheMiddleOrTheMeanOfBothInTheMiddle() {
    assertThat(Spread.of(3, 1, 2)).isEqualTo(new Spread(2, 1, 3));
    assertThat(Spread.of(4, 1, 2, 10)).isEqualTo(new Spread(3, 1, 10));
    assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
    assertThatThrownBy(Spread::of).isInstanceOf(IllegalArgumentException.class);
  }
}
