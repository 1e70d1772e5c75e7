package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WeightedFairQueueingTest {

  @Test
  void backloggedTenantsGetEqualBytesWhateverTheirClientsAndSizes() {
    Server server = new Server(new WeightedFairQueueing());
    server.clients("few", 50, 64_000);
    server.clients("many", 200, 256_000);
    server.serve(1000, 2);

    Map<String, Double> served = server.serve(5000, 2);

    assertThat(served.get("few") / served.get("many")).isCloseTo(1, within(0.05));
  }

  @Test
  void whoeverIsAloneGetsEverythingAndNothingIsSavedForTheIdle() {
    Server server = new Server(new WeightedFairQueueing());
    server.clients("busy", 50, 64_000);
    assertThat(server.serve(1000, 1).get("busy")).isGreaterThan(0.95 * 1000 * 64_000);

    server.clients("late", 50, 64_000);
    Map<String, Double> served = server.serve(2000, 1);

    assertThat(served.get("late") / served.get("busy")).isCloseTo(1, within(0.1));
  }

  @Test
  void nothingWaitingIsNobodysTurn() {
    assertThat(new WeightedFairQueueing().next(0)).isNull();
  }
}
