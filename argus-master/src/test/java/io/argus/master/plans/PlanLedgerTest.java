package io.argus.master.plans;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PlanLedgerTest {
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");

  /** Documents that note what was written, and fail to write some. */
  private static final class Store implements ClusterDocuments {
    final Map<String, byte[]> documents = new HashMap<>();
    final List<String> written = new ArrayList<>();
    String refused = "";

    @Override
    public byte[] read(String name) {
      return documents.get(name);
    }

    @Override
    public void write(String name, byte[] data) throws IOException {
      if (name.equals(refused)) {
        throw new IOException("store is away");
      }
      written.add(name);
      documents.put(name, data);
    }

    @Override
    public void delete(String name) {
      documents.remove(name);
    }

    @Override
    public List<String> children(String name) {
      return documents.keySet().stream()
          .filter(path -> path.startsWith(name + "/"))
          .map(path -> path.substring(name.length() + 1))
          .toList();
    }

    @Override
    public void watch(String name, Consumer<byte[]> listener) {
      throw new UnsupportedOperationException(name);
    }

    @Override
    public void writeEphemeral(String name, byte[] data) {
      throw new UnsupportedOperationException(name);
    }
  }

  private final Store store = new Store();
  private final List<String> problems = new ArrayList<>();
  private final PlanLedger ledger = new PlanLedger(store);

  private static List<Reservation> reservations(double ofA) {
    return List.of(Reservation.of(A, ofA, ofA), Reservation.of(B, 1 - ofA, 1 - ofA));
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

  private Plan read(PlanLedger by) {
    assertThat(by.read(0, problems)).isTrue();
    assertThat(problems).isEmpty();
    return by.present().orElseThrow();
  }

  private static double onServer(Plan plan, String server) {
    return plan.reservation(A, server).orElseThrow().cacheShare();
  }

  @Test
  void onlySharesThatChangedAreWrittenAndOutdatedOnesGo() {
    read(ledger, false);
    ledger.publish(plan(1, 0.8, 0.6), problems);
    store.written.clear();
    read(ledger);
    ledger.publish(plan(2, 0.8, 0.7), problems);
    assertThat(store.written).containsExactly("shares/y", "plan");
    ledger.publish(plan(3, 0.8, 0), problems);
    assertThat(store.children("shares")).containsExactly("x");
  }

  private void read(PlanLedger by, boolean hasPlan) {
    assertThat(by.read(0, problems)).isTrue();
    assertThat(by.present().isPresent()).isEqualTo(hasPlan);
  }

  @Test
  void aNewMasterGoesOnFromTheStoredSharesAndLeavesNoneBehind() {
    read(ledger, false);
    ledger.publish(plan(1, 0.8, 0.6), problems);
    PlanLedger next = new PlanLedger(store);
    assertThat(onServer(read(next), "y")).isEqualTo(0.6);
    next.publish(plan(2, 0.8, 0), problems);
    assertThat(store.children("shares")).containsExactly("x");
    Plan stored = read(new PlanLedger(store));
    assertThat(onServer(stored, "x")).isEqualTo(0.8);
    assertThat(onServer(stored, "y")).isEqualTo(0.5);
  }

  @Test
  void afterAPlanThatWasStoredInPartTheNextOneIsStoredAsAWhole() {
    read(ledger, false);
    ledger.publish(plan(1, 0.8, 0.6), problems);
    store.refused = "plan";
    assertThat(ledger.publish(plan(2, 0.2, 0.6), problems)).isFalse();
    assertThat(problems).singleElement().asString().contains("plan v2 cannot be stored");
    problems.clear();
    store.refused = "";
    read(ledger);
    assertThat(ledger.publish(plan(3, 0.8, 0.6), problems)).isTrue();
    assertThat(onServer(read(new PlanLedger(store)), "x")).isEqualTo(0.8);
  }

  @Test
  void corruptSharesOfAServerAreNamedAndLeftOut() {
    read(ledger, false);
    ledger.publish(plan(1, 0.8, 0.6), problems);
    store.documents.put("shares/x", new byte[] {'{'});
    PlanLedger next = new PlanLedger(store);
    assertThat(next.read(0, problems)).isTrue();
    assertThat(problems).singleElement().asString().contains("shares of x are corrupt");
    assertThat(next.present().orElseThrow().servers()).containsOnlyKeys("y");
  }

  /** Only somebody who may write Argus's nodes can have done that. */
  @Test
  void aVersionThatNoPlannerReachesDoesNotUseUpThoseThatAreLeft() throws IOException {
    read(ledger, false);
    Plan.Mode mode = Plan.Mode.AUTO;
    PlanExplanation why = PlanExplanation.because("test");
    Plan last = Plan.of(Plan.MAX_VERSION, mode, 1, true, reservations(0.8), why);
    store.write("plan", WireFormat.writeClusterWide(last));
    assertThat(ledger.read(7, problems)).isTrue();
    assertThat(problems).hasSize(1).allMatch(each -> each.contains("PLAN is corrupt"));
    problems.clear();
    assertThat(ledger.present()).isEmpty();
    assertThat(ledger.nextVersion()).isEqualTo(8);
    assertThat(ledger.publish(plan(8, 0.5, 0), problems)).isTrue();
    assertThat(read(new PlanLedger(store)).version()).isEqualTo(8);
  }
}
