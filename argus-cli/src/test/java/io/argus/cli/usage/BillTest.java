package io.argus.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.usage.UsageAmounts;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BillTest {
  private static final long GB = 1L << 30;

  private static UsageAmounts used(UsageCounter counter, long amount) {
    long[] values = new long[UsageCounter.COUNT];
    values[counter.index()] = amount;
    return UsageAmounts.of(UsageCounters.of(values));
  }

  private static BigDecimal cost(String text) {
    return new BigDecimal(text);
  }

  private static PriceList prices(String... lines) {
    try {
      return PriceList.parse(new StringReader(String.join("\n", lines)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aLineIsQuantityTimesPrice() {
    PriceList prices = prices("operations.per.million = 0.5", "stored.per.gb.hour=0.01");
    Bill bill =
        Bill.of(
            Map.of(
                "alice",
                used(UsageCounter.GETS, 3_000_000)
                    .plus(used(UsageCounter.SCANS, 1_000_000))
                    .plus(used(UsageCounter.STORED_BYTE_SECONDS, 100 * GB * 3_600))
                    .plus(used(UsageCounter.SENT_BYTES, GB))),
            Map.of(),
            prices);
    assertThat(bill.tenants().get("alice"))
        .extracting(line -> line.item().key() + " " + line.cost())
        .containsExactly("operations.per.million 2.00", "stored.per.gb.hour 1.00");
    assertThat(bill.cost()).isEqualByComparingTo(cost("3"));
  }

  /** KeyValueServe: off peak only durations cost. */
  @Test
  void outsideThePeakHoursAmountsCostLessAndDurationsTheSame() {
    PriceList prices =
        prices(
            "# comment",
            "peak.hours = 8-20",
            "off-peak.factor = 0",
            "sent.per.gb = 1",
            "cache.reserved.per.gb.hour = 1");
    assertThat(prices.peakHours()).contains("8-20");
    assertThat(prices.offPeakHours()).contains("20-8");
    UsageAmounts both =
        used(UsageCounter.SENT_BYTES, 2 * GB)
            .plus(used(UsageCounter.CACHE_RESERVED_BYTE_SECONDS, 3 * GB * 3_600));
    Bill bill = Bill.of(Map.of("alice", both), Map.of("alice", both, "bob", both), prices);
    assertThat(bill.costOf("alice")).isEqualByComparingTo(cost("8"));
    assertThat(bill.costOf("bob")).isEqualByComparingTo(cost("3"));
  }

  @Test
  void thePartsSumToTheWhole() throws Exception {
    PriceList prices = PriceList.read(Path.of("../conf/argus-prices.conf"));
    Random random = new Random(25);
    Map<String, UsageAmounts> peak = new TreeMap<>();
    Map<String, UsageAmounts> offPeak = new TreeMap<>();
    for (int i = 0; i < 50; i++) {
      peak.put("t" + i, random(random));
      offPeak.put("t" + random.nextInt(60), random(random));
    }
    Bill bill = Bill.of(peak, offPeak, prices);
    BigDecimal lines =
        bill.tenants().values().stream()
            .flatMap(List::stream)
            .map(Bill.Line::cost)
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal tenants =
        bill.tenants().keySet().stream().map(bill::costOf).reduce(BigDecimal.ZERO, BigDecimal::add);
    assertThat(bill.cost()).isPositive().isEqualByComparingTo(lines).isEqualByComparingTo(tenants);
    assertThat(bill.cost().scale()).isEqualTo(prices.digits());
  }

  private static UsageAmounts random(Random random) {
    long[] values = new long[UsageCounter.COUNT];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextLong(1L << 50);
    }
    return UsageAmounts.of(UsageCounters.of(values));
  }

  /** 10 TB for a month are more byte-seconds than a long holds. */
  @Test
  void aMonthOfTerabytesIsBilledInFull() {
    UsageAmounts month = UsageAmounts.NONE;
    for (int hour = 0; hour < 720; hour++) {
      month = month.plus(used(UsageCounter.STORED_BYTE_SECONDS, 10_240 * GB * 3_600));
    }
    Bill bill = Bill.of(Map.of("alice", month), Map.of(), prices("stored.per.gb.hour = 1"));
    assertThat(bill.cost()).isEqualByComparingTo(cost("7372800"));
  }

  @Test
  void wrongPricesAreNamed() {
    Map<String, String> wrong =
        Map.of(
            "sent.per.gb = free", "sent.per.gb is 'free': must be a number of 0 or more",
            "sent.per.gb = -1", "sent.per.gb is '-1'",
            "sents.per.gb = 1", "sents.per.gb is no item of a bill",
            "processor.per.hour = 1",
                "processor.per.hour is no item of a bill: it is now cpu.per.hour",
            "digits = 2.5", "digits is '2.5': must be 0..8",
            "peak.hours = 8-25", "peak.hours are '8-25': must be two different hours, such as 8-20",
            "sent.per.gb", "sent.per.gb is '': must be a number");
    wrong.forEach(
        (line, message) ->
            assertThatIllegalArgumentException()
                .isThrownBy(() -> prices(line))
                .withMessageContaining(message));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prices("digits=1", "digits=2"))
        .withMessageContaining("digits is there twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8-8", "0-0", "24-24"})
  void peakHoursThatCouldBeAllOrNoneAreRefused(String hours) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> prices("peak.hours = " + hours))
        .withMessageContaining("peak.hours are '" + hours + "': must be two different hours");
  }
}
