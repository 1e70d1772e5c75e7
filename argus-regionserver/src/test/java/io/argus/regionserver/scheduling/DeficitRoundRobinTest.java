package io.argus.regionserver.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.regionserver.scheduling.DeficitRoundRobin.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeficitRoundRobinTest {
  private static final int LAG_ROUNDS = 16;
  private static final int DEBT_ROUNDS = 1_000_000;

  /** The same rules without a linked ring, lazy top-ups or skipped rounds. */
  private static final class Model {
    static final class ModelFlow {
      long quantum;
      long cost = 1;
      long deficit;
      boolean active;
      long roundsAway;
    }

    final List<ModelFlow> all = new ArrayList<>();
    final List<ModelFlow> ring = new ArrayList<>();
    int position = -1; // -1 is before the first

    ModelFlow add(long quantum) {
      ModelFlow flow = new ModelFlow();
      flow.quantum = quantum;
      all.add(flow);
      return flow;
    }

    void activate(ModelFlow flow) {
      if (!flow.active) {
        earnAway(flow);
        flow.active = true;
        if (10 * flow.deficit < 9 * LAG_ROUNDS * flow.quantum) {
          ring.add(flow);
        } else {
          position = Math.max(0, position);
          ring.add(position, flow);
        }
      }
    }

    void deactivate(ModelFlow flow) {
      if (!flow.active) {
        return;
      }
      if (position >= 0 && ring.get(position) == flow) {
        position = position + 1 == ring.size() ? -1 : position + 1;
      }
      int index = ring.indexOf(flow);
      ring.remove(index);
      if (position > index) {
        position--;
      }
      flow.deficit = Math.min(flow.deficit, LAG_ROUNDS * flow.quantum);
      flow.active = false;
      flow.roundsAway = 0;
      if (position >= 0 && ring.isEmpty()) {
        position = -1;
      }
    }

    void earnAway(ModelFlow flow) {
      flow.deficit =
          Math.min(flow.deficit + flow.roundsAway * flow.quantum, LAG_ROUNDS * flow.quantum);
      flow.roundsAway = 0;
    }

    void advance() {
      position++;
      if (position == ring.size()) {
        position = -1;
        for (ModelFlow flow : all) {
          if (flow.active) {
            flow.deficit += flow.quantum;
          } else {
            flow.roundsAway++;
          }
        }
      }
    }

    ModelFlow next() {
      if (ring.isEmpty()) {
        return null;
      }
      while (true) {
        if (position >= 0 && ring.get(position).deficit >= ring.get(position).cost) {
          return ring.get(position);
        }
        advance();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void agreesWithNaiveModelUnderRandomCommands(long seed) {
    Random random = new Random(seed);
    DeficitRoundRobin<Integer> real = new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);
    Model model = new Model();
    List<Flow<Integer>> flows = new ArrayList<>();
    List<Model.ModelFlow> modelFlows = new ArrayList<>();
    int tenants = 1 + random.nextInt(8);
    for (int i = 0; i < tenants; i++) {
      long quantum = 1 + random.nextInt(100);
      flows.add(real.newFlow(i, quantum));
      modelFlows.add(model.add(quantum));
    }
    for (int step = 0; step < 20_000; step++) {
      int i = random.nextInt(tenants);
      switch (random.nextInt(6)) {
        case 0 -> {
          long cost = 1 + random.nextInt(2_000);
          flows.get(i).expect(cost);
          modelFlows.get(i).cost = cost;
          real.activate(flows.get(i));
          model.activate(modelFlows.get(i));
        }
        case 1 -> {
          if (random.nextInt(3) == 0) {
            real.deactivate(flows.get(i));
            model.deactivate(modelFlows.get(i));
          }
        }
        case 2 -> {
          long correction = random.nextInt(500) - 250;
          real.charge(flows.get(i), correction);
          modelFlows.get(i).deficit -= correction;
        }
        default -> {
          Flow<Integer> served = real.next();
          Model.ModelFlow expected = model.next();
          if (expected == null) {
            assertThat(served).isNull();
          } else {
            assertThat(served).isNotNull();
            assertThat(served.owner()).isEqualTo(modelFlows.indexOf(expected));
            long cost = 1 + random.nextInt(1_000);
            real.charge(served, cost);
            expected.deficit -= cost;
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void serviceFollowsQuantaWhateverTheCostsAndEstimates(long seed) {
    Random random = new Random(seed);
    DeficitRoundRobin<Integer> ring = new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);
    int tenants = 5;
    double[] share = {0.4, 0.3, 0.15, 0.1, 0.05};
    long[] meanCost = {1_000, 50_000, 20_000, 163_000, 4_000};
    double[] wrongBy = {0.1, 1, 3, 2, 0.5};
    List<Flow<Integer>> flows = new ArrayList<>();
    for (int i = 0; i < tenants; i++) {
      Flow<Integer> flow = ring.newFlow(i, (long) (65_536 * share[i] * tenants));
      flows.add(flow);
      ring.activate(flow);
    }
    double[] served = new double[tenants];
    double total = 0;
    List<long[]> open = new ArrayList<>(); // tenant, estimate, actual
    for (int step = 0; step < 400_000; step++) {
      Flow<Integer> flow = ring.next();
      int i = flow.owner();
      long actual = (long) (meanCost[i] * (0.5 + random.nextDouble()));
      long estimate = (long) (meanCost[i] * wrongBy[i]);
      ring.charge(flow, estimate);
      flow.expect(estimate);
      open.add(new long[] {i, estimate, actual});
      served[i] += actual;
      total += actual;
      if (open.size() >= 8) {
        long[] ended = open.remove(random.nextInt(open.size()));
        ring.charge(flows.get((int) ended[0]), ended[2] - ended[1]);
      }
    }
    for (int i = 0; i < tenants; i++) {
      assertThat(served[i] / total).isCloseTo(share[i], within(0.02 * share[i]));
    }
  }

  @Test
  void whoComesAndGoesWithAlmostAllSavedUpLeavesOthersTheirTurn() {
    DeficitRoundRobin<String> ring = new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);
    Flow<String> stays = ring.newFlow("stays", 200);
    Flow<String> comes = ring.newFlow("comes", 200);
    stays.expect(50);
    comes.expect(50);
    ring.activate(stays);
    for (int i = 0; i < 1_000; i++) {
      ring.charge(ring.next(), 50);
    }
    int[] served = new int[2];
    for (int i = 0; i < 1_000; i++) {
      ring.activate(comes);
      Flow<String> next = ring.next();
      ring.charge(next, 50);
      ring.deactivate(comes);
      served[next == stays ? 0 : 1]++;
    }
    assertThat(served[0]).isBetween(400, 600);
  }

  @Test
  void whoHasUsedLittleLatelyIsNextHoweverManyThereAre() {
    DeficitRoundRobin<String> ring = new DeficitRoundRobin<>(LAG_ROUNDS, DEBT_ROUNDS);
    Flow<String> sparse = ring.newFlow("sparse", 100);
    List<Flow<String>> busy = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      busy.add(ring.newFlow("busy" + i, 100));
      busy.get(i).expect(10);
      ring.activate(busy.get(i));
    }
    for (int served = 0; served < 50 * 10 * LAG_ROUNDS; served++) {
      ring.charge(ring.next(), 10);
    }

    sparse.expect(10);
    ring.activate(sparse);
    assertThat(ring.next()).isSameAs(sparse);
    ring.charge(sparse, 10);
    ring.deactivate(sparse);
    ring.charge(ring.next(), 10);
    ring.activate(sparse);
    assertThat(ring.next()).as("still has nearly all saved up").isSameAs(sparse);

    ring.charge(sparse, 10 * LAG_ROUNDS * 100);
    ring.deactivate(sparse);
    ring.activate(sparse);
    assertThat(ring.next()).as("has used more than it had").isNotSameAs(sparse);
  }

  @Test
  void returningFlowHasSavedNoMoreThanTheLag() {
    DeficitRoundRobin<String> ring = new DeficitRoundRobin<>(4, DEBT_ROUNDS);
    Flow<String> busy = ring.newFlow("busy", 100);
    Flow<String> away = ring.newFlow("away", 100);
    ring.activate(busy);
    for (int i = 0; i < 1_000; i++) {
      ring.charge(ring.next(), 100);
    }
    away.expect(100);
    busy.expect(100);
    ring.activate(away);
    int inARow = 0;
    boolean seen = false;
    for (int i = 0; i < 20; i++) {
      Flow<String> served = ring.next();
      ring.charge(served, 100);
      if (served == away) {
        seen = true;
        inARow++;
      } else if (seen) {
        break;
      }
    }
    assertThat(inARow).isBetween(4, 5);
  }

  @Test
  void debtSurvivesLeavingTheRing() {
    DeficitRoundRobin<String> ring = new DeficitRoundRobin<>(4, DEBT_ROUNDS);
    Flow<String> debtor = ring.newFlow("debtor", 100);
    Flow<String> other = ring.newFlow("other", 100);
    ring.activate(debtor);
    ring.charge(debtor, 1_000);
    ring.deactivate(debtor);
    debtor.expect(100);
    other.expect(100);
    ring.activate(debtor);
    ring.activate(other);
    int before = 0;
    while (ring.next() == other) {
      ring.charge(other, 100);
      before++;
    }
    assertThat(before).isBetween(9, 12);
  }

  @Test
  void debtHasABound() {
    DeficitRoundRobin<String> ring = new DeficitRoundRobin<>(4, 30);
    Flow<String> debtor = ring.newFlow("debtor", 100);
    ring.charge(debtor, 1_000_000);
    assertThat(debtor.deficit()).isEqualTo(-3_000);
  }

  @Test
  void emptyRingServesNobody() {
    DeficitRoundRobin<String> ring = new DeficitRoundRobin<>(4, DEBT_ROUNDS);
    Flow<String> flow = ring.newFlow("a", 100);
    assertThat(ring.next()).isNull();
    ring.activate(flow);
    ring.activate(flow);
    assertThat(ring.size()).isEqualTo(1);
    ring.deactivate(flow);
    ring.deactivate(flow);
    assertThat(ring.next()).isNull();
    assertThat(ring.isEmpty()).isTrue();
  }

  @Test
  void roundsWithoutServiceAreSkippedAtOnce() {
    DeficitRoundRobin<String> ring = new DeficitRoundRobin<>(4, DEBT_ROUNDS);
    Flow<String> flow = ring.newFlow("a", 1);
    flow.expect(1_000_000_000_000L);
    ring.activate(flow);
    assertThat(ring.next()).isSameAs(flow);
    assertThat(flow.deficit()).isEqualTo(1_000_000_000_000L);
  }
}
