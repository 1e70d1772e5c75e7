package io.argus.master.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.OneServerModel;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BorrowingTest {
  private static TenantModel model(String name, PerformanceFunction function) {
    FunctionChoice choice = new FunctionChoice("test", "test", function, true);
    return OneServerModel.of(
        TenantId.of(name), 1, 1, false, function.isolatedThroughput(), 1, choice, 1);
  }

  /** Needs HDFS up to that share. */
  private static TenantModel needing(String name, double share) {
    return model(name, (c, h) -> 1000 * Math.min(1, share == 0 ? 1 : h / share));
  }

  private static Map<TenantId, Reservation> shares(List<TenantModel> models, double... shares) {
    Map<TenantId, Reservation> reservations = new HashMap<>();
    for (int i = 0; i < shares.length; i++) {
      TenantId tenant = models.get(i).tenant();
      reservations.put(tenant, Reservation.of(tenant, 1.0 / shares.length, shares[i]));
    }
    return reservations;
  }

  private static PlanningProblem problem(List<TenantModel> models) {
    return DecisionMaker.problem(models, 0.5);
  }

  private static Map<TenantId, Reservation> effective(
      List<TenantModel> models, Map<TenantId, Reservation> guaranteed) {
    PlanningProblem problem = problem(models);
    Shares shares = ClusterReservations.of(guaranteed.values()).shares(models, problem);
    return reservations(models, new Borrowing(models, problem).effective(shares));
  }

  private static List<Reservation> guaranteed(
      List<TenantModel> models, Map<TenantId, Reservation> effective) {
    PlanningProblem problem = problem(models);
    Shares shares = ClusterReservations.of(effective.values()).shares(models, problem);
    Shares guaranteed = new Borrowing(models, problem).guaranteed(shares);
    Map<TenantId, Reservation> byTenant = reservations(models, guaranteed);
    return models.stream().map(model -> byTenant.get(model.tenant())).toList();
  }

  private static Map<TenantId, Reservation> reservations(List<TenantModel> models, Shares shares) {
    Map<TenantId, Reservation> reservations = new HashMap<>();
    for (int i = 0; i < shares.size(); i++) {
      TenantId tenant = models.get(i).tenant();
      reservations.put(tenant, Reservation.of(tenant, shares.cache(i), shares.hdfs(i)));
    }
    return reservations;
  }

  private static double[] hdfsShares(
      List<TenantModel> models, Map<TenantId, Reservation> reservations) {
    return models.stream().mapToDouble(m -> reservations.get(m.tenant()).hdfsShare()).toArray();
  }

  @Test
  void whatATenantDoesNotNeedGoesToTheOthersInProportion() {
    List<TenantModel> models = List.of(needing("a", 0), needing("b", 1), needing("c", 1));
    double[] effective = hdfsShares(models, effective(models, shares(models, 0.4, 0.4, 0.2)));
    assertThat(effective[0]).isCloseTo(0, within(0.001));
    assertThat(effective[1]).isCloseTo(0.667, within(0.001));
    assertThat(effective[2]).isCloseTo(0.333, within(0.001));
  }

  @Test
  void nobodyBorrowsMoreThanItNeeds() {
    List<TenantModel> models = List.of(needing("a", 0), needing("b", 0.5), needing("c", 1));
    double[] effective = hdfsShares(models, effective(models, shares(models, 0.4, 0.4, 0.2)));
    assertThat(effective[1]).isCloseTo(0.5, within(0.005));
    assertThat(effective[2]).isCloseTo(0.5, within(0.005));
  }

  @Test
  void whereNobodyWantsMoreEverythingStays() {
    List<TenantModel> models = List.of(needing("a", 0), needing("b", 0.1));
    assertThat(hdfsShares(models, effective(models, shares(models, 0.4, 0.6))))
        .containsExactly(0.4, 0.6);
  }

  @Test
  void aTenantThatNeedsLittleKeepsAnEqualGuaranteedShare() {
    List<TenantModel> models = List.of(needing("a", 0.01), needing("b", 1));
    List<Reservation> guaranteed = guaranteed(models, shares(models, 0.05, 0.95));
    assertThat(guaranteed.get(0).hdfsShare()).isCloseTo(0.5, within(1e-9));
    assertThat(guaranteed.get(1).hdfsShare()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void guaranteedSharesSumToOneAndHaveTheEffectTheyWereMadeFor() {
    Random random = new Random(4);
    for (int round = 0; round < 500; round++) {
      int n = 2 + random.nextInt(8);
      List<TenantModel> models = new ArrayList<>();
      double[] shares = random.doubles(n, 0.01, 1).toArray();
      double[] needs = new double[n];
      double sum = 0;
      double needed = 0;
      for (int i = 0; i < n; i++) {
        sum += shares[i];
      }
      for (int i = 0; i < n; i++) {
        shares[i] /= sum;
        // What the planner gives is what is needed, or less.
        boolean satisfied = i < n - 1 && random.nextBoolean();
        double need = satisfied ? shares[i] : Math.min(1, shares[i] * (1.2 + random.nextDouble()));
        needs[i] = need;
        needed += need;
        models.add(needing("t" + i, need));
      }
      assertThat(needed).isGreaterThan(1);
      List<Reservation> guaranteed = guaranteed(models, shares(models, shares));
      double total = 0;
      Map<TenantId, Reservation> byTenant = new HashMap<>();
      for (Reservation each : guaranteed) {
        total += each.hdfsShare();
        byTenant.put(each.tenant(), each);
      }
      assertThat(total).isCloseTo(1, within(1e-9));
      double[] effective = hdfsShares(models, effective(models, byTenant));
      // A tenant that needs no more than an equal share gets that; the others divide the rest.
      double given = 0;
      double demanded = 0;
      for (int i = 0; i < n; i++) {
        given += needs[i] <= 1.0 / n ? needs[i] - shares[i] : 0;
        demanded += needs[i] <= 1.0 / n ? 0 : shares[i];
      }
      for (int i = 0; i < n; i++) {
        double meant = needs[i] <= 1.0 / n ? needs[i] : shares[i] * (1 - given / demanded);
        assertThat(effective[i]).isBetween(Math.min(meant, needs[i]) - 0.03, needs[i] + 0.03);
      }
    }
  }

  /** Needs HDFS in proportion to its throughput, on servers x and y. */
  private static TenantModel spread(String name, double onX, double onY) {
    FunctionChoice choice = new FunctionChoice("test", "test", (c, h) -> 1000 * h, true);
    return new TenantModel(
        TenantId.of(name),
        1,
        1,
        false,
        1000 / Math.max(onX, onY),
        1,
        choice,
        1,
        List.of(
            new PartModel("x", onX, choice, 1, 1, 0), new PartModel("y", onY, choice, 1, 1, 0)));
  }

  @Test
  void aTenantThatOneServerLimitsLeavesTheOthersToTheRest() {
    List<TenantModel> models = List.of(spread("a", .8, .2), spread("b", .2, .8));
    PlanningProblem problem = problem(models);
    double[] equal = {.5, .5, .5, .5};
    Borrowing borrowing = new Borrowing(models, problem);
    Shares effective = borrowing.effective(Shares.of(equal, equal));
    // Each does 1000 operations per second: 800 on its bottleneck server, 200 on the other server.
    assertThat(effective.hdfs(0)).isCloseTo(.8, within(0.01));
    assertThat(effective.hdfs(1)).isCloseTo(.2, within(0.01));
    assertThat(effective.hdfs(2)).isCloseTo(.2, within(0.01));
    assertThat(effective.hdfs(3)).isCloseTo(.8, within(0.01));
    // Where it needs little, an equal share costs nothing; the guaranteed shares lead back.
    Shares guaranteed = borrowing.guaranteed(effective);
    assertThat(guaranteed.hdfs(1)).isCloseTo(.5, within(1e-6));
    Shares back = borrowing.effective(guaranteed);
    for (int p = 0; p < 4; p++) {
      assertThat(back.hdfs(p)).isCloseTo(effective.hdfs(p), within(0.01));
    }
  }

  @Test
  void aServerThatHoldsTenantsUpIsUsed() {
    Random random = new Random(8);
    for (int round = 0; round < 50; round++) {
      List<TenantModel> models = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        double part = 0.1 + 0.8 * random.nextDouble();
        models.add(spread("t" + i, part, 1 - part));
      }
      PlanningProblem problem = problem(models);
      double[] equal = new double[10];
      Arrays.fill(equal, 0.2);
      Shares effective = new Borrowing(models, problem).effective(Shares.of(equal, equal));
      double[] used = new double[2];
      for (int i = 0; i < 5; i++) {
        double throughput = models.get(i).predicted(effective, 2 * i);
        for (int k = 0; k < 2; k++) {
          used[k] += throughput * models.get(i).parts().get(k).demandShare() / 1000;
        }
      }
      // Nobody uses more than there is, and a server that holds tenants up is used.
      assertThat(Math.max(used[0], used[1])).isBetween(0.98, 1.001);
    }
  }
}
