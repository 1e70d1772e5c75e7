package io.argus.regionserver.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.scheduling.DeficitRoundRobin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IoCostFactorsTest {
  private static final long SECOND = 1_000_000_000;
  private static final long BLOCK = 64 << 10;

  private final List<IoTenant> tenants = new ArrayList<>();
  private final IoCostFactors factors = new IoCostFactors(tenants, 0);
  private final IoTenant one = tenant("one");
  private final IoTenant other = tenant("other");
  private long now;

  private IoTenant tenant(String name) {
    IoTenant tenant =
        new IoTenant(
            TenantId.of(name), new DeficitRoundRobin<>(1, 1), new DeficitRoundRobin<>(1, 1));
    tenants.add(tenant);
    return tenant;
  }

  /** Reads one after another, beside others that are under way all along. */
  private void read(IoCost reads, int count, long bytes, long nanosEach, int underWay) {
    for (int i = 0; i < count; i++) {
      double before = factors.clock();
      now += nanosEach;
      factors.advance(now, underWay);
      factors.add(reads, bytes, factors.clock() - before);
    }
  }

  private void newFactors() {
    now += 2 * SECOND;
    factors.advance(now, 0);
  }

  @Test
  void readsThatTakeTwiceAsLongCostTwiceAsMuchAndTheMeanIsOne() {
    read(one.reads(RequestKind.GET), 300, BLOCK, 2_000_000, 1);
    read(other.reads(RequestKind.SCAN), 300, BLOCK, 1_000_000, 1);
    newFactors();
    double dear = one.reads(RequestKind.GET).factor();
    double cheap = other.reads(RequestKind.SCAN).factor();
    assertThat(dear / cheap).isCloseTo(2, within(0.01));
    assertThat((dear + cheap) / 2).isCloseTo(1, within(0.01));
    assertThat(one.ioCostFactor()).isCloseTo(dear, within(0.01));
  }

  @Test
  void howManyOthersReadAtTheTimeMakesNoDifference() {
    read(one.reads(RequestKind.GET), 100, BLOCK, 16_000_000, 16);
    read(other.reads(RequestKind.GET), 100, BLOCK, 1_000_000, 1);
    newFactors();
    assertThat(one.reads(RequestKind.GET).factor()).isCloseTo(1, within(0.05));
    assertThat(other.reads(RequestKind.GET).factor()).isCloseTo(1, within(0.05));
  }

  @Test
  void aByteOfAFewReadsOrOfTheOnlyOnesThereAreCostsOne() {
    read(one.reads(RequestKind.GET), 300, BLOCK, 2_000_000, 1);
    read(other.reads(RequestKind.GET), 10, BLOCK, 1_000_000, 1);
    newFactors();
    assertThat(one.reads(RequestKind.GET).factor()).isEqualTo(1);
    assertThat(other.reads(RequestKind.GET).factor()).isEqualTo(1);
  }

  @Test
  void smallDifferencesAreNone() {
    read(one.reads(RequestKind.GET), 300, BLOCK, 2_180_000, 1);
    read(other.reads(RequestKind.GET), 300, BLOCK, 1_850_000, 1);
    newFactors();
    assertThat(one.reads(RequestKind.GET).factor()).isEqualTo(1);
    assertThat(other.reads(RequestKind.GET).factor()).isEqualTo(1);
  }

  @Test
  void factorsAreBounded() {
    read(one.reads(RequestKind.GET), 100, BLOCK, 10_000_000, 1);
    read(other.reads(RequestKind.GET), 10_000, BLOCK, 1_000, 1);
    newFactors();
    assertThat(one.reads(RequestKind.GET).factor()).isEqualTo(IoCostFactors.MAX);
    assertThat(other.reads(RequestKind.GET).factor()).isEqualTo(IoCostFactors.MIN);
  }

  @Test
  void oldReadsAreForgotten() {
    read(one.reads(RequestKind.GET), 300, BLOCK, 2_000_000, 1);
    read(other.reads(RequestKind.GET), 300, BLOCK, 1_000_000, 1);
    for (int i = 0; i < 30; i++) {
      newFactors();
      read(one.reads(RequestKind.GET), 100, BLOCK, 1_000_000, 1);
      read(other.reads(RequestKind.GET), 100, BLOCK, 1_000_000, 1);
    }
    assertThat(one.reads(RequestKind.GET).factor()).isCloseTo(1, within(0.05));
  }
}
