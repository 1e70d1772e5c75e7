package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyRepeatsTest {
  private final KeyRepeats keys = new KeyRepeats();

  @Test
  void theRatioIsOfTheDistinctKeysThoseAccessedMoreThanOnce() {
    assertThat(keys.ratio()).isZero();
    for (int hash : new int[] {7, 7, 7, -1, 3, -1, 5}) {
      keys.accessed(hash);
    }

    assertThat(keys.ratio()).isEqualTo(0.5);
  }

  @Test
  void aFullWindowCountsUntilTheNextOneIsFull() {
    for (int i = 0; i < KeyRepeats.WINDOW; i++) {
      keys.accessed(i / 2);
    }
    for (int i = 0; i < KeyRepeats.WINDOW - 1; i++) {
      keys.accessed(i);
    }
    assertThat(keys.ratio()).isOne();

    keys.accessed(-1);
    assertThat(keys.ratio()).isZero();
  }

  @Test
  void whatIsForgottenDoesNotCount() {
    for (int i = 0; i < KeyRepeats.WINDOW + 9; i++) {
      keys.accessed(1);
    }
    keys.forget();
    keys.accessed(2);

    assertThat(keys.ratio()).isZero();
  }
}
