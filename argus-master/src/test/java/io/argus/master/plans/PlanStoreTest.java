package io.argus.master.plans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Reservation.ClassShares;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlanStoreTest {
  private static final long NOW = 1_000;
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");

  private final NotedDocuments documents = new NotedDocuments();
  private final List<String> problems = new ArrayList<>();
  private final PlanStore store = new PlanStore(documents);

  @BeforeEach
  void begin() throws IOException {
    assertThat(store.read(NOW, problems)).isTrue();
    store.write(plan(1, 0.8, 0.6));
    documents.written.clear();
  }

  private static List<Reservation> reservations(double ofA) {
    return List.of(
        Reservation.of(A, ofA, ofA).withCpuShare(0.5),
        Reservation.of(B, 1 - ofA, 1 - ofA).withCpuShare(0.5));
  }

  /** A plan with shares of server x, and of y if its share is above 0. */
  private static Plan plan(long version, double onX, double onY) {
    List<ServerShares> servers = new ArrayList<>();
    servers.add(ServerShares.of("x", version, reservations(onX)));
    if (onY > 0) {
      servers.add(ServerShares.of("y", version, reservations(onY)));
    }
    return Plan.of(
        version,
        Plan.Mode.AUTO,
        1,
        true,
        reservations(0.5),
        servers,
        PlanExplanation.because("test"));
  }

  private Plan read() throws IOException {
    Plan plan = PlanStore.read(documents, problems).orElseThrow();
    assertThat(problems).isEmpty();
    return plan;
  }

  private PlanStore next() {
    PlanStore next = new PlanStore(documents);
    assertThat(next.read(NOW, problems)).isTrue();
    return next;
  }

  private static double onServer(Plan plan, String server) {
    return plan.reservation(A, server).orElseThrow().cacheShare();
  }

  @Test
  void readsWhatWasWritten() throws IOException {
    Plan written = store.current().orElseThrow();
    assertThat(read()).usingRecursiveComparison().isEqualTo(written);
    assertThat(next().current().orElseThrow()).usingRecursiveComparison().isEqualTo(written);
    assertThat(next().pin()).isEmpty();
    documents.delete("plan");
    assertThat(PlanStore.read(documents, problems)).isEmpty();
  }

  @Test
  void onlySharesThatChangedAreWrittenAndOutdatedOnesGo() throws IOException {
    store.write(plan(2, 0.8, 0.7));
    assertThat(documents.written).containsExactly("shares/y", "plan");
    assertThat(read().servers().get("x").since()).isEqualTo(1);
    store.write(plan(3, 0.8, 0));
    assertThat(documents.children("shares")).containsExactly("x");
  }

  @Test
  void aNewMasterGoesOnFromTheStoredSharesAndLeavesNoneBehind() throws IOException {
    next().write(plan(2, 0.8, 0));
    assertThat(documents.children("shares")).containsExactly("x");
    assertThat(onServer(read(), "x")).isEqualTo(0.8);
    assertThat(onServer(read(), "y")).isEqualTo(0.5);
  }

  @Test
  void afterAPlanThatWasStoredInPartTheNextOneIsStoredAsAWhole() throws IOException {
    documents.refused = "plan"; // shares of x are written then
    assertThatThrownBy(() -> store.write(plan(2, 0.2, 0.6))).isInstanceOf(IOException.class);
    documents.refused = "";
    assertThat(store.read(NOW, problems)).isTrue();
    store.write(plan(3, 0.8, 0.6));
    assertThat(onServer(read(), "x")).isEqualTo(0.8);
  }

  @Test
  void sharesOfAServerThatCannotBeReadAreNamedAndLeftOut() {
    documents.documents.put("shares/x", new byte[] {'{'});
    assertThat(next().current().orElseThrow().servers()).containsOnlyKeys("y");
    assertThat(problems).singleElement().asString().contains("shares of x are corrupt");
  }

  @Test
  void sharesOfOneServerInThePlaceOfAnothersAreLeftOut() throws IOException {
    documents.documents.put("shares/x", documents.read("shares/y"));
    assertThat(next().current().orElseThrow().servers()).containsOnlyKeys("y");
    assertThat(problems)
        .containsExactly("the stored shares of x are corrupt: they are of server y");
  }

  @Test
  void sharesOfAnEarlierPlanDoNotCount() throws IOException {
    byte[] outdated = documents.read("shares/y");
    store.write(plan(2, 0.7, 0));
    documents.documents.put("shares/y", outdated);
    assertThat(read().servers()).containsOnlyKeys("x");
  }

  @Test
  void aPlanThatCannotBeReadCountsAsNoneForAMasterAndIsAnErrorForAReader() {
    documents.documents.put("plan", new byte[] {'{'});
    assertThatIllegalArgumentException().isThrownBy(() -> PlanStore.read(documents, problems));
    assertThat(store.read(NOW, problems)).isTrue();
    assertThat(store.current()).isEmpty();
    assertThat(problems).singleElement().asString().contains("the stored PLAN is corrupt");
  }

  @Test
  void whileTheStoreDoesNotAnswerTheLastPlanStays() throws IOException {
    documents.refused = "pin";
    assertThat(store.read(NOW, problems)).isFalse();
    assertThat(problems).singleElement().asString().contains("nothing is planned", "away");
    assertThat(store.current().map(Plan::version)).contains(1L);
  }

  @Test
  void classesArePinnedAndStored() throws IOException {
    List<ClassShares> classes = List.of(ClassShares.of("batch", resource -> 0.25));
    Reservation all = Reservation.of(A, 1, 1).withCpuShare(1).withClasses(classes);
    Plan pin =
        Plan.of(0, Plan.Mode.PINNED, 1, true, List.of(all), PlanExplanation.because("test"))
            .withServers(List.of(ServerShares.of("x", 0, List.of(all))));
    documents.write("pin", WireFormat.write(pin));
    assertThat(next().pin().orElseThrow()).usingRecursiveComparison().isEqualTo(pin);
    store.write(pin);
    assertThat(read().reservation(A).orElseThrow().classes()).isEqualTo(classes);
    assertThat(read().reservation(A, "x").orElseThrow().classes()).isEqualTo(classes);
  }

  @Test
  void aCorruptPinKeepsThePinnedPlanThatIsInForce() throws IOException {
    documents.documents.put("pin", new byte[] {'{'});
    assertThat(next().pin()).as("none was pinned").isEmpty();
    store.write(
        Plan.of(2, Plan.Mode.PINNED, 1, true, reservations(0.3), PlanExplanation.because("test")));
    problems.clear();
    assertThat(next().pin().map(Plan::version)).contains(2L);
    assertThat(problems).singleElement().asString().contains("the stored PIN is corrupt");
  }
}
