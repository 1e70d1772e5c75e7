package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentTenantsTest {
  private final RecentTenants recent = new RecentTenants(100);

  @Test
  void knowsTheLastHalfOfItsBoundAndForgetsWhatIsOlderThanIt() {
    for (int i = 0; i < 1_000; i++) {
      recent.put("f" + i, A);
    }
    for (int i = 950; i < 1_000; i++) {
      assertThat(recent.get("f" + i)).isEqualTo(A);
    }
    assertThat(recent.get("f800")).isNull();
  }

  @Test
  void keepsWhatIsAskedFor() {
    recent.put("kept", A);
    for (int i = 0; i < 1_000; i++) {
      recent.put("f" + i, A);
      if (i % 20 == 0) {
        assertThat(recent.get("kept")).isEqualTo(A);
      }
    }
  }

  @Test
  void lastTenantOfAFileWins() {
    recent.put("f", A);
    recent.put("f", B);
    assertThat(recent.get("f")).isEqualTo(B);
  }
}
