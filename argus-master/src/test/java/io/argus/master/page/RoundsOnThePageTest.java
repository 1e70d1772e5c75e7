package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.page.PageReply;
import io.argus.core.settings.Settings;
import io.argus.master.PageFixture;
import io.argus.master.metering.InMemoryTable;
import io.argus.master.metering.Metering;
import io.argus.master.status.EventLog;
import io.argus.master.status.History;
import io.argus.master.status.Round;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** While rounds go by, each document of the page is of one of them. */
class RoundsOnThePageTest {
  private static final long NOW = 1_800_000_000_000L;

  private static final History HISTORY = new History();
  private static final Metering METERING = new Metering(Settings::defaults);
  private static final RecordedDocument RECORDED =
      new RecordedDocument(
          History.recorder(Settings::defaults),
          new ComputedAnswers(Runnable::run, () -> NOW, 700),
          () -> NOW);

  private static Round one;
  private static Round other;

  @BeforeAll
  static void twoRounds() throws IOException {
    METERING.start(new InMemoryTable(), Runnable::run, System::nanoTime);
    one = PageFixture.until(NOW, 40).round("search", "products");
    other = PageFixture.until(NOW + 90_000, 70).round("search", "clicks");
    HISTORY.add(one.status());
  }

  /** The last round is another one each time that somebody asks. */
  private static final class Rounds implements Supplier<Round> {
    private final Round[] rounds;
    private int asked;

    Rounds(Round... rounds) {
      this.rounds = rounds;
    }

    @Override
    public Round get() {
      return rounds[asked++ % rounds.length];
    }
  }

  private static String answer(Rounds rounds, String name, @Nullable String query) {
    ComputedAnswers answers = new ComputedAnswers(Runnable::run, () -> NOW, 700);
    PageReply reply =
        MasterPage.of(rounds, HISTORY, new EventLog(), METERING, RECORDED, answers)
            .get("/argus/" + name, query)
            .orElseThrow();
    String json = new String(reply.body(), StandardCharsets.UTF_8);
    assertThat(reply.status()).as(json).isEqualTo(200);
    return json;
  }

  @ParameterizedTest
  @CsvSource({
    "status.json,",
    "tables.json, tenant=search",
    "plans.json,",
    "functions.json,",
    "servers.json,",
    "contention-now.json,",
    "what-if.json, orders=0.5/0.5",
    "placement.json,",
    "capacity.json, 'servers=1,2'",
    "slos.json, slos=analytics:ops=100000",
    "usage.json, fromMillis=0&toMillis=9000",
    "contention.json, fromMillis=0&toMillis=9000"
  })
  void aDocumentIsOfOneRound(String name, @Nullable String query) {
    String ofOne = answer(new Rounds(one), name, query);
    String ofOther = answer(new Rounds(other), name, query);
    assertThat(ofOther).as("shows its round").isNotEqualTo(ofOne);

    Rounds changing = new Rounds(one, other);
    assertThat(answer(changing, name, query)).isEqualTo(ofOne);
    assertThat(changing.asked).isEqualTo(1);
    assertThat(answer(new Rounds(other, one), name, query)).isEqualTo(ofOther);
  }

  @Test
  void theHistoryIsOfTheBusiestTenantsOfOneRound() {
    Rounds changing = new Rounds(one, other);
    answer(changing, "history.json", null);
    assertThat(changing.asked).isEqualTo(1);
  }
}
