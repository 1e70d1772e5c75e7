package io.argus.regionserver.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRepeatRatioTest {
  private final KeyAccesses accesses = new KeyAccesses();
  private final Deque<Integer> window = new ArrayDeque<>();

  private void access(int key, int keySpace) {
    accesses.record(keySpace * 1_000_003L + key);
    window.addLast(key);
    if (window.size() > KeyRepeatRatio.WINDOW_ACCESSES) {
      window.removeFirst();
    }
  }

  private double exact() {
    Map<Integer, Integer> counts = new HashMap<>();
    window.forEach(key -> counts.merge(key, 1, Integer::sum));
    return counts.values().stream().filter(count -> count > 1).count() / (double) counts.size();
  }

  /** Chooses a key with probability proportional to 1 / rank^0.99, as YCSB does. */
  private static IntSupplier zipfian(int keys, Random random) {
    double[] cumulated = new double[keys];
    double sum = 0;
    for (int i = 0; i < keys; i++) {
      sum += 1 / Math.pow(i + 1, 0.99);
      cumulated[i] = sum;
    }
    double total = sum;
    return () -> {
      int found = Arrays.binarySearch(cumulated, random.nextDouble() * total);
      return found < 0 ? -found - 1 : found;
    };
  }

  @ParameterizedTest
  @CsvSource({"600000, 0.007, 0.015", "22500, 0.257, 0.06", "1500, 0.662, 0.06", "100, 1.0, 0.01"})
  void estimatesTheExactRatio(int keys, double expected, double tolerance) {
    Random random = new Random(keys);
    IntSupplier choice = keys == 600_000 ? () -> random.nextInt(keys) : zipfian(keys, random);
    for (int i = 0; i < 50_000; i++) {
      access(choice.getAsInt(), keys);
      if (i > KeyRepeatRatio.WINDOW_ACCESSES && i % 5_000 == 0) {
        assertThat(accesses.ratio()).isCloseTo(exact(), within(tolerance));
      }
    }
    assertThat(exact()).isCloseTo(expected, within(0.03));
  }

  @Test
  void errorIsThatOfASampleOfSomeHundredKeys() {
    double squares = 0;
    int runs = 60;
    for (int run = 0; run < runs; run++) {
      KeyRepeatRatioTest each = new KeyRepeatRatioTest();
      IntSupplier choice = zipfian(22_500, new Random(run));
      for (int i = 0; i < 30_000; i++) {
        each.access(choice.getAsInt(), run + 1);
      }
      squares += Math.pow(each.accesses.ratio() - each.exact(), 2);
    }
    double standardError = Math.sqrt(0.26 * 0.74 / KeyRepeatRatio.MIN_KEYS);
    assertThat(Math.sqrt(squares / runs)).isLessThan(standardError);
  }

  @Test
  void followsAChangeOfPatternWithinAWindow() {
    Random random = new Random(1);
    IntSupplier hot = zipfian(1_500, random);
    for (int round = 0; round < 5; round++) {
      for (int i = 0; i < KeyRepeatRatio.WINDOW_ACCESSES + 100; i++) {
        access(random.nextInt(600_000), 1);
      }
      assertThat(accesses.ratio()).isCloseTo(exact(), within(0.02)).isLessThan(0.05);
      for (int i = 0; i < KeyRepeatRatio.WINDOW_ACCESSES + 100; i++) {
        access(hot.getAsInt(), 2);
      }
      assertThat(accesses.ratio()).isCloseTo(exact(), within(0.15)).isGreaterThan(0.5);
    }
  }

  @Test
  void knowsFewKeysExactly() {
    assertThat(accesses.ratio()).isZero();
    access(1, 1);
    access(2, 1);
    access(1, 1);
    access(3, 1);
    assertThat(accesses.ratio()).isEqualTo(1 / 3.0);
  }
}
