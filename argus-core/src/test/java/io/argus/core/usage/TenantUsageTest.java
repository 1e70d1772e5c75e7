package io.argus.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantUsageTest {
  @ParameterizedTest
  @ValueSource(doubles = {1.5, 0.1})
  void hasEachFigureAsItWasSetWhetherItIsAFloatOrNot(double unit) {
    TenantUsage.Builder builder = TenantUsage.builder(TenantId.of("a"));
    for (Figure figure : Figure.values()) {
      builder.set(figure, figure.index() % 3 * unit);
    }
    TenantUsage usage = builder.build();
    double[] sums = new double[Figure.COUNT];
    usage.addTo(sums, 2);
    for (Figure figure : Figure.values()) {
      assertThat(usage.get(figure)).as("%s", figure).isEqualTo(figure.index() % 3 * unit);
      assertThat(sums[figure.index()]).isEqualTo(2 * usage.get(figure));
    }
    assertThat(usage.isIdle()).isFalse();
  }

  @Test
  void isIdleWithNothingButBlocksInTheCache() {
    TenantUsage.Builder builder = TenantUsage.builder(TenantId.of("a"));
    assertThat(builder.build().isIdle()).isTrue();
    assertThat(builder.set(Figure.CACHE_BYTES, 1).build().isIdle()).isTrue();
    assertThat(builder.set(Figure.QUEUE_LENGTH, 1).build().isIdle()).isFalse();
  }

  @Test
  void hasABitForEachFigure() {
    assertThat(Figure.COUNT).isLessThanOrEqualTo(Long.SIZE);
  }
}
