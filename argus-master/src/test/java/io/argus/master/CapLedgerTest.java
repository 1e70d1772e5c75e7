package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapLedgerTest {
  private static final TenantId BATCH = TenantId.of("batch");
  private static final Settings CAPPED = settings("batch:ops=200");

  private final InMemoryDocuments documents = new InMemoryDocuments();
  private final List<String> problems = new ArrayList<>();
  private CapLedger ledger = new CapLedger(documents);

  private static Settings settings(String caps) {
    return Settings.defaults().with(Map.of("argus.tenant.caps", caps));
  }

  private static UsageReport report(String server, long confirmed) {
    return report(server, 60, confirmed, 0, 0);
  }

  private static UsageReport report(String server, long confirmed, double used, double capped) {
    return report(server, 60, confirmed, used, capped);
  }

  /**
   * @param seconds length of its window
   * @param used which part of the cap it used
   * @param capped requests that waited, per second
   */
  private static UsageReport report(
      String server, double seconds, long confirmed, double used, double capped) {
    TenantUsage usage =
        TenantUsage.builder(BATCH).set(Figure.CAP_USE, used).set(Figure.CAPPED, capped).build();
    return new UsageReport(server, 0, seconds, 1, 0, 0, List.of(), List.of(usage))
        .with(ServerSetup.of(Settings.defaults(), List.of(), 1, 1, "").withCaps(confirmed));
  }

  private Caps.Parts divided(Settings settings, UsageReport... reports) throws IOException {
    ledger.divide(settings, List.of(reports), problems);
    byte[] stored = documents.read(ClusterDocuments.CAPS);
    return stored == null ? Caps.Parts.NONE : Caps.Parts.read(stored);
  }

  @Test
  void aDivisionFollowsOnlyOnceAllServersHaveConfirmedTheLastOne() throws IOException {
    Caps.Parts first = divided(CAPPED, report("a", 0), report("b", 0));
    assertThat(first.byHolder().get("batch")).isEqualTo(Map.of("a", 0.5, "b", 0.5));

    Caps.Parts waits = divided(CAPPED, report("a", 1, 0.5, 9), report("b", 0));
    assertThat(waits.version()).isEqualTo(1);

    Caps.Parts next = divided(CAPPED, report("a", 1, 0.5, 9), report("b", 1));
    assertThat(next.version()).isEqualTo(2);
    assertThat(next.part(BATCH.name(), "a")).contains(0.5);
    assertThat(next.part(BATCH.name(), "b"))
        .hasValueSatisfying(b -> assertThat(b).isLessThan(0.02));

    Caps.Parts last = divided(CAPPED, report("a", 2, 0.5, 9), report("b", 2));
    assertThat(last.part(BATCH.name(), "a"))
        .hasValueSatisfying(a -> assertThat(a).isGreaterThan(0.98));
  }

  @Test
  void aMasterThatTakesOverGoesOnFromWhatIsInForce() throws IOException {
    divided(CAPPED, report("a", 0));
    ledger = new CapLedger(documents);

    Caps.Parts next = divided(CAPPED, report("a", 1), report("new", 0));
    assertThat(next.version()).as("the new server has not confirmed").isEqualTo(1);
    assertThat(next.part(BATCH.name(), "new")).contains(0.0);

    next = divided(CAPPED, report("a", 1), report("new", 1, 0, 9));
    assertThat(next.part(BATCH.name(), "a"))
        .hasValueSatisfying(a -> assertThat(a).isLessThan(0.02));
    assertThat(next.part(BATCH.name(), "new")).contains(0.0);
    next = divided(CAPPED, report("a", 2), report("new", 2, 0, 9));
    assertThat(next.part(BATCH.name(), "new"))
        .hasValueSatisfying(p -> assertThat(p).isGreaterThan(0.9));
  }

  @Test
  void theCapOfAClassIsDividedByWhatTheClassDoes() throws IOException {
    Settings capped = settings("batch:ops=200,batch/night:ops=50");
    divided(capped, ofNight("a", 0, 0, 0), ofNight("b", 0, 0, 0));
    divided(capped, ofNight("a", 1, 0.5, 9), ofNight("b", 1, 0, 0));
    Caps.Parts parts = divided(capped, ofNight("a", 2, 0.5, 9), ofNight("b", 2, 0, 0));
    assertThat(parts.part("batch/night", "a"))
        .hasValueSatisfying(part -> assertThat(part).isGreaterThan(0.9));
    assertThat(parts.part("batch", "a")).as("the tenant's own").contains(0.5);
    assertThat(Caps.Parts.read(parts.toJson()).byHolder()).isEqualTo(parts.byHolder());
    assertThat(divided(CAPPED, ofNight("a", 3, 0, 0)).part("batch/night", "a")).isEmpty();
  }

  private static UsageReport ofNight(String server, long confirmed, double used, double capped) {
    return report(server, confirmed)
        .withClasses(
            List.of(
                new UsageReport.ClassUsage(BATCH, "night", 9, 1, 1).withCap(used, capped, 0),
                new UsageReport.ClassUsage(BATCH, "default", 9, 1, 1)));
  }

  @Test
  void aCapThatIsTakenAwayIsDividedNoMore() throws IOException {
    divided(CAPPED, report("a", 0));

    assertThat(divided(settings(""), report("a", 1)).part(BATCH.name(), "a")).isEmpty();
  }

  @Test
  void aServerThatDoesNotConfirmIsNamedAfterAWhile() throws IOException {
    divided(CAPPED, report("new", 0), report("older", 0));
    for (int round = 0; round < 30; round++) {
      divided(CAPPED, report("new", 1), report("older", 0));
    }
    assertThat(problems).isEmpty();

    divided(CAPPED, report("new", 1), report("older", 0));
    assertThat(problems).singleElement().asString().contains("no confirmation from older;");

    problems.clear();
    divided(CAPPED, report("new", 1), report("older", 1));
    assertThat(problems).isEmpty();
  }

  @Test
  void aDivisionThatCannotBeReadIsAProblemAndStays() throws IOException {
    documents.write(ClusterDocuments.CAPS, new byte[] {'{'});

    ledger.divide(CAPPED, List.of(report("a", 0)), problems);

    assertThat(problems).singleElement().asString().contains("parts of caps");
    assertThat(documents.read(ClusterDocuments.CAPS)).hasSize(1);
  }

  /**
   * Clients that send batches to three servers, each the next one when all of them have answered,
   * under a cap of 200 operations a second; the parts move meanwhile.
   */
  private final class Batches {
    private static final int SERVERS = 3;
    private static final double STEP = 0.01;

    private final Random random = new Random(7);
    private final List<Deque<int[]>> queues = new ArrayList<>();
    private final double[] parts = new double[SERVERS];
    private final double[] credit = new double[SERVERS];
    private final long[] confirmed = new long[SERVERS];
    private final double[] served = new double[SERVERS];
    private final double[] held = new double[SERVERS];
    private final int[] unanswered;
    private final int operations;

    Batches(int clients, int operations) {
      this.unanswered = new int[clients];
      this.operations = operations;
      for (int s = 0; s < SERVERS; s++) {
        queues.add(new ArrayDeque<>());
      }
    }

    private void send(int client) {
      int[] counts = new int[SERVERS];
      for (int i = 0; i < operations; i++) {
        counts[random.nextInt(SERVERS)]++;
      }
      for (int s = 0; s < SERVERS; s++) {
        if (counts[s] > 0) {
          queues.get(s).add(new int[] {client, counts[s]});
          unanswered[client]++;
          held[s] += credit[s] < 0 ? 1 : 0;
        }
      }
    }

    private double step() {
      double done = 0;
      for (int client = 0; client < unanswered.length; client++) {
        if (unanswered[client] == 0) {
          send(client);
        }
      }
      for (int s = 0; s < SERVERS; s++) {
        credit[s] = Math.min(200 * parts[s], credit[s] + 200 * parts[s] * STEP);
        while (credit[s] >= 0 && parts[s] > 0 && !queues.get(s).isEmpty()) {
          int[] next = queues.get(s).remove();
          unanswered[next[0]]--;
          credit[s] -= next[1];
          served[s] += next[1];
          done += next[1];
        }
      }
      return done;
    }

    /** The rounds of half a second; returns operations a second. */
    double run(int seconds) throws IOException {
      double done = 0;
      for (int round = 0; round < 2 * seconds; round++) {
        for (double time = 0; time < 0.5; time += STEP) {
          done += step();
        }
        UsageReport[] reports = new UsageReport[SERVERS];
        for (int s = 0; s < SERVERS; s++) {
          reports[s] = report("s" + s, 0.5, confirmed[s], served[s] / 100, held[s] / 0.5);
          served[s] = 0;
          held[s] = 0;
        }
        Caps.Parts next = divided(CAPPED, reports);
        for (int s = 0; s < SERVERS; s++) {
          parts[s] = next.part(BATCH.name(), "s" + s).orElseThrow();
          confirmed[s] = next.version();
        }
      }
      return done / seconds;
    }
  }

  @ParameterizedTest
  @CsvSource({"12,100", "12,10", "30,1", "400,1"})
  void clientsThatWaitForAllServersGetTheWholeCap(int clients, int operations) throws IOException {
    Batches batches = new Batches(clients, operations);
    batches.run(10);

    assertThat(batches.run(120)).isBetween(194.0, 200.5);
  }

  @Test
  void atRestTheDivisionBecomesEvenWhateverTheLastRequestsWere() throws IOException {
    Caps.Parts parts = divided(CAPPED, report("a", 0, 0.5, 9), report("b", 0));
    for (int round = 0; round < 5; round++) {
      long version = parts.version();
      parts = divided(CAPPED, report("a", version, 0.9, 9), report("b", version));
    }
    assertThat(parts.part(BATCH.name(), "b"))
        .hasValueSatisfying(b -> assertThat(b).isLessThan(0.02));

    for (int round = 0; round < 60; round++) { // half a minute
      long version = parts.version();
      parts = divided(CAPPED, report("a", 0.5, version, 0, 0), report("b", 0.5, version, 0, 0));
    }
    assertThat(parts.part(BATCH.name(), "b"))
        .hasValueSatisfying(b -> assertThat(b).isGreaterThan(0.45));
  }

  @Test
  void aSkewedDivisionIsFollowedByOneThatFits() throws IOException {
    documents.write(
        ClusterDocuments.CAPS,
        Caps.Parts.of(9, Map.of("batch", Map.of("s0", 0.02, "s1", 0.49, "s2", 0.49))).toJson());
    Batches batches = new Batches(30, 1);
    batches.run(30);

    assertThat(batches.run(60)).isBetween(194.0, 200.5);
  }
}
