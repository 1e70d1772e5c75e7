package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentFilesTest {
  private final RecentFiles<String> recent = new RecentFiles<>(100);

  @Test
  void knowsTheLastHalfOfItsBoundAndForgetsWhatIsOlderThanIt() {
    for (int i = 0; i < 1_000; i++) {
      recent.put("f" + i, "a");
    }
    for (int i = 950; i < 1_000; i++) {
      assertThat(recent.get("f" + i)).isEqualTo("a");
    }
    assertThat(recent.get("f800")).isNull();
  }

  @Test
  void keepsWhatIsAskedFor() {
    recent.put("kept", "a");
    for (int i = 0; i < 1_000; i++) {
      recent.put("f" + i, "a");
      if (i % 20 == 0) {
        assertThat(recent.get("kept")).isEqualTo("a");
      }
    }
  }

  @Test
  void lastNoteOfAFileWins() {
    recent.put("f", "a");
    recent.put("f", "b");
    assertThat(recent.get("f")).isEqualTo("b");
  }
}
