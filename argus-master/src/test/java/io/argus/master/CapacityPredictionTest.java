package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.capacity.CapacityAnswer;
import io.argus.master.capacity.CapacityQuestion;
import io.argus.master.capacity.CapacitySearch;
import io.argus.master.capacity.MeasuredPoint;
import io.argus.master.status.Round;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Predictions of more servers against a simulation of them, request by request. */
@Tag("long")
class CapacityPredictionTest {
  private static final int CLIENTS_PER_SERVER = 60;
  private static final int REGIONS = 256;
  private static final Workload UNIFORM =
      new Workload(RequestKind.GET, 64 * 689L << 20, 1, 1, 1e6, 0.007);
  private static final Workload HOT =
      new Workload(RequestKind.GET, 64 * 577L << 20, 0.56, 1, 1e6, 0.26);
  private static final Workload PACED =
      new Workload(RequestKind.GET, 8 * 689L << 20, 0.8, 1, 1e6, 0.1, true);

  /** A simulated cluster whose plan has settled. */
  private static final class Run {
    final Map<String, Double> throughputs = new TreeMap<>();
    final Round round;
    final ClosedLoopServers servers;

    Run(ClosedLoopServers servers, List<String> tenants) throws IOException {
      this.servers = servers;
      InMemoryDocuments store = new InMemoryDocuments();
      MasterPlanner master = new MasterPlanner(servers, store, Settings::defaults);
      int settling = 14;
      int counted = 8;
      for (int k = 1; k <= settling + counted; k++) {
        servers.advance(store, 1_000_000 + 2_000L * k);
        master.tick(1_000_000 + 2_000L * k);
        for (String tenant : tenants) {
          double part = k <= settling ? 0 : servers.throughput(tenant) / counted;
          throughputs.merge(tenant, part, Double::sum);
        }
      }
      round = master.board().last();
    }
  }

  private static Run run(int n, int clients) throws IOException {
    return new Run(
        new ClosedLoopServers(n, 17 + n)
            .with("hot", HOT, REGIONS, clients)
            .paced("paced", PACED, REGIONS, 100)
            .with("uniform", UNIFORM, REGIONS, clients),
        List.of("hot", "paced", "uniform"));
  }

  private static CapacityQuestion question(Run last, List<Run> runs, int... sizes) {
    Map<TenantId, List<MeasuredPoint>> measured = new HashMap<>();
    for (int k = 0; k < sizes.length; k++) {
      int size = sizes[k];
      runs.get(k)
          .throughputs
          .forEach(
              (tenant, operations) ->
                  measured
                      .computeIfAbsent(TenantId.of(tenant), t -> new ArrayList<>())
                      .add(new MeasuredPoint(size, operations)));
    }
    return new CapacityQuestion(
        last.round.models(),
        last.round.usage(),
        Settings.defaults(),
        last.servers.regions(),
        measured);
  }

  /** Compares a prediction with a run; returns the relative error of the sum of all tenants. */
  private static double compare(
      CapacityAnswer.Servers predicted, Run real, boolean byClients, StringBuilder table) {
    double measured = 0;
    double foretold = 0;
    for (Map.Entry<String, Double> each : real.throughputs.entrySet()) {
      CapacityAnswer.Tenant tenant = predicted.tenant(each.getKey());
      boolean clients = byClients && tenant.byCurrentClients() > 0;
      double operations = clients ? tenant.byCurrentClients() : tenant.operationsPerSecond();
      measured += each.getValue();
      foretold += operations;
      table.append(
          String.format(
              "%d servers, %s: predicted %.0f (%.0f to %.0f), simulated %.0f: %+.1f %% (%s)%n",
              predicted.servers(),
              tenant.tenant(),
              operations,
              tenant.least(),
              tenant.most(),
              each.getValue(),
              100 * (operations / each.getValue() - 1),
              tenant.basis()));
      assertThat(operations)
          .as("%s", table)
          .isBetween(0.85 * each.getValue(), 1.15 * each.getValue());
    }
    double error = foretold / measured - 1;
    table.append(
        String.format(
            "%d servers: predicted %.0f, simulated %.0f: %+.1f %%%n",
            predicted.servers(), foretold, measured, 100 * error));
    return Math.abs(error);
  }

  @Test
  void fourToSixtyFourServersArePredictedFromOneToThree() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (int n = 1; n <= 3; n++) {
      runs.add(run(n, n * CLIENTS_PER_SERVER));
    }
    CapacityQuestion known = question(runs.get(2), runs, 1, 2, 3).extrapolating(true);
    StringBuilder table = new StringBuilder();
    double worst = 0;
    CapacityQuestion regionless =
        new CapacityQuestion(
                runs.get(2).round.models(),
                runs.get(2).round.usage(),
                Settings.defaults(),
                List.of(),
                Map.of())
            .extrapolating(true);
    for (int n : new int[] {4, 8, 16, 32, 64}) {
      table.append(
          String.format(
              "%d servers, if regions were not known: %.0f%n",
              n, CapacitySearch.answer(regionless.on(List.of(n))).on(n).operationsPerSecond()));
      CapacityAnswer.Servers predicted = CapacitySearch.answer(known.on(List.of(n))).on(n);
      worst = Math.max(worst, compare(predicted, run(n, n * CLIENTS_PER_SERVER), false, table));
    }
    System.out.printf("%sworst error %.1f %%%n", table, 100 * worst);
    assertThat(worst).as("%s", table).isLessThan(0.10);
  }

  @Test
  void twoAndThreeServersArePredictedFromOne() throws IOException {
    Run one = run(1, CLIENTS_PER_SERVER);
    CapacityQuestion known = question(one, List.of(), new int[0]).extrapolating(true);
    StringBuilder table = new StringBuilder();
    double worst = 0;
    for (int n = 2; n <= 3; n++) {
      CapacityAnswer.Servers predicted = CapacitySearch.answer(known.on(List.of(n))).on(n);
      worst = Math.max(worst, compare(predicted, run(n, n * CLIENTS_PER_SERVER), false, table));
    }
    System.out.printf("%sworst error %.1f %%%n", table, 100 * worst);
    assertThat(worst).as("%s", table).isLessThan(0.10);
  }

  @Test
  void theClientsOfNowCannotFillManyServers() throws IOException {
    Run two = run(2, 40);
    CapacityQuestion known = question(two, List.of(), new int[0]).extrapolating(true);
    StringBuilder table = new StringBuilder();
    double error =
        compare(CapacitySearch.answer(known.on(List.of(16))).on(16), run(16, 40), true, table);
    System.out.printf("%s", table);
    assertThat(error).as("%s", table).isLessThan(0.15);
  }
}
