package io.argus.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.fuzz.Fuzz;
import io.argus.core.usage.UsageAmounts;
import io.argus.core.usage.UsageCounters;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Price files, damaged in many ways, and the bills that follow. */
@Tag("long")
class PriceFuzzTest {
  private static final String PRICES =
      """
      # examples
      currency = EUR
      digits = 2
      peak.hours = 8-20
      off-peak.factor = 0.5
      rows.read.per.million = 0.12
      rows.written.per.million = 1.5e-1
      """;

  @Test
  void priceFiles() throws InterruptedException {
    Map<String, UsageAmounts> used =
        Map.of(
            "alice",
            UsageAmounts.of(UsageCounters.parse("rowsRead=3000000 rowsWritten=9000000000000")));
    Fuzz.of("price file", PRICES.getBytes(StandardCharsets.UTF_8))
        .run(
            document -> {
              PriceList prices =
                  PriceList.parse(new StringReader(new String(document, StandardCharsets.UTF_8)));
              Bill bill = Bill.of(used, used, prices);
              assertThat(bill.cost().signum()).isNotNegative();
              assertThat(bill.cost().toPlainString()).hasSizeLessThan(200);
              assertThat(prices.offPeakFactor().toPlainString()).hasSizeLessThan(200);
            });
  }
}
