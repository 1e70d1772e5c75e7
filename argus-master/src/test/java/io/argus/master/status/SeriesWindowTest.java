package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesWindowTest {
  private static final int POINTS = 50;

  /** Points as they were added, compared with what the window keeps of them. */
  private final List<Map<String, Float>> added = new ArrayList<>();

  private final SeriesWindow window = new SeriesWindow(POINTS, 100);

  private void add(Map<String, Float> figures) {
    window.add(1_000L * added.size(), figures);
    added.add(figures);
  }

  private void requireAll(String name) {
    int from = Math.max(0, added.size() - POINTS);
    float[] expected = new float[added.size() - from];
    boolean any = false;
    for (int i = 0; i < expected.length; i++) {
      Float figure = added.get(from + i).get(name);
      expected[i] = figure == null ? Float.NaN : figure;
      any |= figure != null;
      assertThat(window.millis(i)).isEqualTo(1_000L * (from + i));
    }
    assertThat(window.size()).isEqualTo(expected.length);
    if (any) {
      assertThat(window.figures(name)).as("%s after %d", name, added.size()).isEqualTo(expected);
    } else {
      assertThat(window.figures(name)).as("%s after %d", name, added.size()).isNull();
    }
  }

  /** Series that come, pause for less and for more than the window, and come again. */
  @Test
  void keepsThePointsOfTheWindowAndNoOthers() {
    Random random = new Random(7);
    Map<String, Integer> changes = new HashMap<>();
    Map<String, Boolean> current = new HashMap<>();
    for (int n = 0; n < 2_000; n++) {
      Map<String, Float> figures = new HashMap<>();
      for (int i = 0; i < 8; i++) {
        String name = "series" + i;
        if (changes.getOrDefault(name, 0) <= n) {
          changes.put(name, n + 1 + random.nextInt(2 * POINTS));
          current.merge(name, true, (is, any) -> !is);
        }
        if (current.get(name)) {
          figures.put(name, random.nextFloat());
        }
      }
      add(figures);
      for (int i = 0; i < 8; i++) {
        requireAll("series" + i);
      }
    }
  }

  @Test
  void aNewSeriesReplacesNoneThatGoesOn() {
    SeriesWindow two = new SeriesWindow(POINTS, 2);
    two.add(0, Map.of("a", 1f, "b", 2f));
    two.add(1, Map.of("a", 1f, "b", 2f, "c", 3f));
    assertThat(two.figures("c")).isNull();
    two.add(2, Map.of("a", 1f));
    two.add(3, Map.of("a", 1f, "c", 3f));
    assertThat(two.figures("a")).containsExactly(1, 1, 1, 1);
    assertThat(two.figures("b")).isNull();
    assertThat(two.figures("c")).containsExactly(Float.NaN, Float.NaN, Float.NaN, 3);
  }
}
