package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusBoardTest {
  private static final String MISSED = "tenant t%d has %s, its SLO is at least 500 a second";

  @Test
  void aProblemWithAnotherMeasuredNumberIsNoNewOne() {
    List<String> before = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      before.add(String.format(MISSED, i, "498.2"));
    }
    List<String> now = new ArrayList<>(before);
    now.set(3, String.format(MISSED, 3, "1,497.9"));

    assertThat(StatusBoard.news(before, now)).isEmpty();

    now.add("rs9,16020,1 is silent");
    now.set(4, String.format(MISSED, 14, "12.0"));
    assertThat(StatusBoard.news(before, now)).containsExactly(now.get(4), now.get(10));
  }
}
