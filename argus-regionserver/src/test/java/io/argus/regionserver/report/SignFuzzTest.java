package io.argus.regionserver.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.PlannerSign;
import io.argus.core.fuzz.Fuzz;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Whatever a master answers, a region server goes on reporting. */
class SignFuzzTest {
  @Test
  void answersOfTheMaster() throws InterruptedException {
    ReportDelivery delivery = new ReportDelivery(new AtomicLong()::incrementAndGet);
    Fuzz.of("answer of the master", new PlannerSign(7, 2_000, 4_000, 30_000).toJson())
        .run(
            document -> {
              delivery.received(document);
              assertThat(delivery.periodMillis(2_000)).isBetween(2_000L, 3_600_000L);
            });
  }
}
