package io.argus.regionserver.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.cpu.CpuAccount.Activity;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CpuAccountTest {
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");
  private static final Activity NOTHING = new Activity(0, 0, 0, 0, 0);

  private static Map<ThreadRole, Long> threads(long handler, long rpc, long writing, long other) {
    Map<ThreadRole, Long> threads = new EnumMap<>(ThreadRole.class);
    threads.put(ThreadRole.HANDLER, handler);
    threads.put(ThreadRole.RPC, rpc);
    threads.put(ThreadRole.WRITING, writing);
    threads.put(ThreadRole.OTHER, other);
    return threads;
  }

  private static double sum(CpuAccount account) {
    return account.unattributedNanos()
        + account.nanos().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  @Test
  void eachKindOfThreadIsDividedByWhatCausesItsWork() {
    CpuAccount account =
        CpuAccount.of(
            1_000,
            threads(400, 200, 300, 100),
            Map.of(A, new Activity(90, 0, 3, 0, 0), B, new Activity(10, 100, 1, 50, 0)),
            NOTHING);
    // handlers 9:1, network 3:1, b's compaction 100 and the other 200 for b's bytes
    assertThat(account.nanos().get(A)).isCloseTo(360 + 150, within(1e-9));
    assertThat(account.nanos().get(B)).isCloseTo(40 + 50 + 100 + 200, within(1e-9));
    assertThat(account.unattributedNanos()).isCloseTo(100, within(1e-9));
  }

  @Test
  void largeRepliesCostTheNetworksThreadsMoreThanSmallOnes() {
    CpuAccount account =
        CpuAccount.of(
            2_000,
            threads(0, 2_000, 0, 0),
            Map.of(
                A, new Activity(0, 0, 160, 0, 160 * 200),
                B, new Activity(0, 0, 10, 0, 10 * (2 << 20))),
            NOTHING);
    // A's 160 replies are small, each of B's 10 costs as much as 17 of them.
    assertThat(account.nanos().get(A)).isCloseTo(970, within(2.0));
    assertThat(account.nanos().get(B)).isCloseTo(1_030, within(2.0));
  }

  @Test
  void whatTheVirtualMachineUsesIsDividedInProportionToAllOtherUse() {
    CpuAccount account =
        CpuAccount.of(
            1_500,
            threads(800, 0, 0, 200),
            Map.of(A, new Activity(6, 0, 1, 0, 0), B, new Activity(2, 0, 1, 0, 0)),
            NOTHING);
    assertThat(account.nanos().get(A)).isCloseTo(900, within(1e-9));
    assertThat(account.nanos().get(B)).isCloseTo(300, within(1e-9));
    assertThat(account.unattributedNanos()).isCloseTo(300, within(1e-9));
  }

  @Test
  void requestsThatBelongToNoTenantAreUnattributed() {
    CpuAccount account =
        CpuAccount.of(
            100,
            threads(60, 40, 0, 0),
            Map.of(A, new Activity(10, 0, 10, 0, 0)),
            new Activity(20, 0, 30, 0, 0));
    assertThat(account.nanos().get(A)).isCloseTo(20 + 10, within(1e-9));
    assertThat(account.unattributedNanos()).isCloseTo(70, within(1e-9));
  }

  @Test
  void whereNoHandlerIsKnownTheSampleCounts() {
    CpuAccount account =
        CpuAccount.of(
            1_000, threads(0, 0, 0, 1_000), Map.of(A, new Activity(300, 0, 1, 0, 0)), NOTHING);
    assertThat(account.nanos().get(A)).isCloseTo(300, within(1e-9));
    assertThat(account.unattributedNanos()).isCloseTo(700, within(1e-9));
  }

  @Test
  void nothingIsUsedInAnIdleServer() {
    CpuAccount account = CpuAccount.of(0, Map.of(), Map.of(A, NOTHING, B, NOTHING), NOTHING);
    assertThat(account.nanos()).containsOnly(Map.entry(A, 0.0), Map.entry(B, 0.0));
    assertThat(account.unattributedNanos()).isZero();
    assertThat(
            CpuAccount.of(50, threads(50, 0, 0, 0), Map.of(A, NOTHING), NOTHING)
                .unattributedNanos())
        .isEqualTo(50);
  }

  @Test
  void thePartsSumToTheWholeWhateverTheClocksSay() {
    Random random = new Random(5);
    for (int round = 0; round < 2_000; round++) {
      Map<TenantId, Activity> tenants = new HashMap<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        tenants.put(TenantId.of("t" + i), activity(random));
      }
      long process = random.nextInt(2_000) - 10;
      CpuAccount account =
          CpuAccount.of(
              process,
              threads(any(random), any(random), any(random), any(random)),
              tenants,
              activity(random));
      assertThat(sum(account)).isCloseTo(Math.max(0, process), within(1e-6));
      assertThat(account.nanos()).hasSize(tenants.size());
      assertThat(account.nanos().values()).allMatch(nanos -> nanos >= 0 && nanos <= 2_000);
    }
  }

  private static Activity activity(Random random) {
    return new Activity(any(random), any(random), any(random), any(random), any(random));
  }

  private static long any(Random random) {
    return random.nextInt(3) == 0 ? 0 : random.nextInt(600);
  }
}
