package io.argus.load.slowdisk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadAheadTest {
  private final ReadAhead readAhead = new ReadAhead();

  @Test
  void aBlockOfHBaseIsOneRead() {
    assertThat(ReadAhead.diskReads(66_000)).isEqualTo(1);
    assertThat(ReadAhead.diskReads(0)).isEqualTo(1);
    assertThat(ReadAhead.diskReads(300_000)).isEqualTo(3);
  }

  @Test
  void whatWasReadAheadTakesNoFurtherRead() {
    assertThat(readAhead.sequentialReads(0, 1000)).isEqualTo(1);
    assertThat(readAhead.sequentialReads(1000, 100_000)).isZero();
    assertThat(readAhead.sequentialReads(101_000, 100_000)).isEqualTo(1);
    assertThat(readAhead.sequentialReads(0, 1)).isEqualTo(1);
  }
}
