package io.argus.master.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Reservation.ClassShares;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlanLedgerTest {
  private static final long NOW = 1_000;
  private static final TenantId A = TenantId.of("a");

  private final NotedDocuments store = new NotedDocuments();
  private final List<String> problems = new ArrayList<>();
  private final PlanLedger ledger = new PlanLedger(store);

  @BeforeEach
  void begin() {
    assertThat(ledger.read(0, NOW, problems)).isTrue();
  }

  private static Plan plan(long version, Plan.Mode mode) {
    Reservation all =
        Reservation.of(A, 1, 1)
            .withCpuShare(1)
            .withClasses(List.of(ClassShares.of("batch", resource -> 0.5)));
    return Plan.of(version, mode, 1, true, List.of(all), PlanExplanation.because("test"));
  }

  @Test
  void aPlanThatCannotBeStoredIsAProblemAndDoesNotCount() {
    store.refused = "plan";
    assertThat(ledger.publish(plan(1, Plan.Mode.AUTO), problems)).isFalse();
    assertThat(problems).singleElement().asString().contains("plan v1 cannot be stored");
    assertThat(ledger.current()).isEmpty();
    assertThat(ledger.nextVersion()).isEqualTo(1);
  }

  @Test
  void fitsTheTenantsThatThePlannerPlannedFor() {
    assertThat(ledger.fits(Set.of())).isFalse();
    ledger.publish(plan(1, Plan.Mode.AUTO), problems);
    assertThat(ledger.fits(Set.of(A))).isTrue();
    assertThat(ledger.fits(Set.of(A, TenantId.of("b")))).isFalse();
    ledger.publish(plan(2, Plan.Mode.PINNED), problems);
    assertThat(ledger.fits(Set.of(A))).isFalse();
  }

  @Test
  void theNextMasterReadsTheHistoryWithItsClasses() {
    ledger.publish(plan(1, Plan.Mode.AUTO), problems);
    ledger.remember(problems);
    PlanLedger next = new PlanLedger(store);
    assertThat(next.read(0, NOW, problems)).isTrue();
    next.remember(problems);
    assertThat(problems).isEmpty();
    assertThat(next.history().plans())
        .singleElement()
        .usingRecursiveComparison()
        .isEqualTo(plan(1, Plan.Mode.AUTO));
  }

  /** Only somebody who may write Argus's nodes can have done that. */
  @Test
  void aVersionThatNoPlannerReachesDoesNotUseUpThoseThatAreLeft() throws IOException {
    store.write("plan", WireFormat.writeClusterWide(plan(Plan.MAX_VERSION, Plan.Mode.AUTO)));
    assertThat(ledger.read(7, NOW, problems)).isTrue();
    assertThat(problems).hasSize(1).allMatch(each -> each.contains("PLAN is corrupt"));
    problems.clear();
    assertThat(ledger.current()).isEmpty();
    assertThat(ledger.nextVersion()).isEqualTo(8);
    assertThat(ledger.publish(plan(8, Plan.Mode.AUTO), problems)).isTrue();
    PlanLedger next = new PlanLedger(store);
    assertThat(next.read(0, NOW, problems)).isTrue();
    assertThat(problems).isEmpty();
    assertThat(next.current().map(Plan::version)).contains(8L);
  }

  @Test
  void aPinEndsByItselfAlsoForTheNextMaster() throws IOException {
    Plan pin = plan(0, Plan.Mode.PINNED).until(NOW + 5);
    store.write("pin", WireFormat.write(pin));
    store.write("plan", WireFormat.writeClusterWide(plan(3, Plan.Mode.PINNED).until(NOW + 5)));

    assertThat(ledger.read(0, NOW + 4, problems)).isTrue();
    assertThat(ledger.pin()).isPresent();
    assertThat(ledger.current().map(Plan::untilMillis)).contains(NOW + 5);
    for (PlanLedger each : List.of(ledger, new PlanLedger(store))) {
      assertThat(each.read(0, NOW + 5, problems)).isTrue();
      assertThat(each.pin()).isEmpty();
      assertThat(each.fits(Set.of(A))).as("the planner decides again").isFalse();
    }
    assertThat(problems).isEmpty();
  }
}
