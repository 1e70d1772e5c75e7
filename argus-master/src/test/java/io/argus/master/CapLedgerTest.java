package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapLedgerTest {
  private static final TenantId BATCH = TenantId.of("batch");
  private static final Settings CAPPED = settings("batch:ops=200");

  private final InMemoryDocuments documents = new InMemoryDocuments();
  private final List<String> problems = new ArrayList<>();
  private Map<String, Double> demand = Map.of();
  private CapLedger ledger = new CapLedger(documents);

  private static Settings settings(String caps) {
    return Settings.defaults().with(Map.of("argus.tenant.caps", caps));
  }

  private static UsageReport report(String server, long confirmed) {
    return new UsageReport(server, 0, 2, 1, 0, 0, List.of(), List.of())
        .with(ServerSetup.of(Settings.defaults(), List.of(), 1, 1, "").withCaps(confirmed));
  }

  private Caps.Parts divided(Settings settings, UsageReport... reports) throws IOException {
    ledger.divide(settings, List.of(reports), tenant -> demand, problems);
    byte[] stored = documents.read(ClusterDocuments.CAPS);
    return stored == null ? Caps.Parts.NONE : Caps.Parts.read(stored);
  }

  @Test
  void aDivisionFollowsOnlyOnceAllServersHaveConfirmedTheLastOne() throws IOException {
    Caps.Parts first = divided(CAPPED, report("a", 0), report("b", 0));
    assertThat(first.byTenant().get("batch")).isEqualTo(Map.of("a", 0.5, "b", 0.5));

    demand = Map.of("a", 1.0, "b", 0.0);
    Caps.Parts waits = divided(CAPPED, report("a", 1), report("b", 0));
    assertThat(waits.version()).isEqualTo(1);

    Caps.Parts next = divided(CAPPED, report("a", 1), report("b", 1));
    assertThat(next.version()).isEqualTo(2);
    assertThat(next.part(BATCH, "a")).contains(0.5);
    assertThat(next.part(BATCH, "b")).hasValueSatisfying(b -> assertThat(b).isLessThan(0.02));

    Caps.Parts last = divided(CAPPED, report("a", 2), report("b", 2));
    assertThat(last.part(BATCH, "a")).hasValueSatisfying(a -> assertThat(a).isGreaterThan(0.98));
  }

  @Test
  void aMasterThatTakesOverGoesOnFromWhatIsInForce() throws IOException {
    divided(CAPPED, report("a", 0));
    ledger = new CapLedger(documents);
    demand = Map.of("new", 1.0);

    Caps.Parts next = divided(CAPPED, report("a", 1), report("new", 0));
    assertThat(next.version()).as("the new server has not confirmed").isEqualTo(1);
    assertThat(next.part(BATCH, "new")).contains(0.0);

    next = divided(CAPPED, report("a", 1), report("new", 1));
    assertThat(next.part(BATCH, "a")).hasValueSatisfying(a -> assertThat(a).isLessThan(0.02));
    assertThat(next.part(BATCH, "new")).contains(0.0);
    next = divided(CAPPED, report("a", 2), report("new", 2));
    assertThat(next.part(BATCH, "new")).hasValueSatisfying(p -> assertThat(p).isGreaterThan(0.9));
  }

  @Test
  void aCapThatIsTakenAwayIsDividedNoMore() throws IOException {
    divided(CAPPED, report("a", 0));

    assertThat(divided(settings(""), report("a", 1)).part(BATCH, "a")).isEmpty();
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

    ledger.divide(CAPPED, List.of(report("a", 0)), tenant -> demand, problems);

    assertThat(problems).singleElement().asString().contains("parts of caps");
    assertThat(documents.read(ClusterDocuments.CAPS)).hasSize(1);
  }
}
