package io.argus.master.metering;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A table, masters one after the other, and region servers that count. */
class MeteringTest {
  private static final long HOUR = 3_600_000;
  private static final long MINUTE = 60_000;
  private static final long START = 500_000 * HOUR;
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final String ONE = "rs1,16020," + START;
  private static final String TWO = "rs2,16020," + START;

  private final InMemoryTable table = new InMemoryTable();
  private final Map<String, Map<TenantId, Long>> totals = new TreeMap<>();

  private long now = START + 10 * MINUTE;

  /** By how much the clock was set since the start. */
  private long setMillis;

  private Metering master = newMaster();

  private Metering newMaster() {
    Metering metering = new Metering(Settings::defaults);
    metering.start(table, Runnable::run, this::nanos);
    return metering;
  }

  private void setClock(long millis) {
    now += millis;
    setMillis += millis;
  }

  private long nanos() {
    return (now - setMillis) * 1_000_000;
  }

  private void use(String server, TenantId tenant, long gets) {
    totals.computeIfAbsent(server, s -> new HashMap<>()).merge(tenant, gets, Long::sum);
  }

  private void receive() {
    List<UsageReport> reports = new ArrayList<>();
    totals.forEach(
        (server, of) -> {
          List<TenantUsage> tenants = new ArrayList<>();
          of.forEach(
              (tenant, gets) ->
                  tenants.add(TenantUsage.builder(tenant).totals(UsageCounters.of(gets)).build()));
          reports.add(new UsageReport(server, now, 2, 1, 0, 0, List.of(), tenants));
        });
    master.receive(reports, List.of(), now);
  }

  private void pass(long millis) {
    for (long left = millis; left > 0; left -= MINUTE / 2) {
      now += Math.min(left, MINUTE / 2);
      receive();
    }
  }

  /** Gets by hour since the start and tenant, of all servers, as the table alone has them. */
  private Map<String, Long> written() throws IOException {
    return sums(new UsageReader(table, List.of()));
  }

  private static Map<String, Long> sums(UsageReader reader) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    reader.read(
        START - 100 * HOUR,
        START + 2_000 * HOUR,
        Optional.empty(),
        row ->
            sums.merge(
                row.hour() - START / HOUR + " " + row.tenant(),
                row.amounts().get(UsageCounter.GETS),
                Long::sum));
    return sums;
  }

  private static long all(Map<String, Long> sums, TenantId tenant) {
    return sums.entrySet().stream()
        .filter(entry -> entry.getKey().endsWith(" " + tenant))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private long counted(TenantId tenant) {
    return totals.values().stream().mapToLong(of -> of.getOrDefault(tenant, 0L)).sum();
  }

  @Test
  void anHourHasWhatWasUsedInIt() throws IOException {
    use(ONE, ALICE, 100);
    use(TWO, ALICE, 10);
    use(TWO, BOB, 1);
    receive();
    pass(60 * MINUTE);
    use(ONE, ALICE, 1_000);
    pass(2 * MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 110L, "0 bob", 1L, "1 alice", 1_000L));
    assertThat(master.problems()).isEmpty();
    pass(20 * MINUTE);
    int puts = table.puts;
    pass(20 * MINUTE);
    assertThat(table.puts).as("puts while nothing is used").isEqualTo(puts);
  }

  @Test
  void growthAcrossTheEndOfAnHourIsDividedByTime() throws IOException {
    use(ONE, ALICE, 1);
    receive();
    now = START + HOUR - 3_000;
    receive();
    use(ONE, ALICE, 100);
    now = START + HOUR + 1_000;
    receive();
    assertThat(sums(master.reader().orElseThrow()))
        .isEqualTo(Map.of("0 alice", 76L, "1 alice", 25L));
  }

  @Test
  void whatIsNotWrittenYetCanBeRead() throws IOException {
    use(ONE, ALICE, 1);
    receive();
    now += 1_000;
    use(ONE, ALICE, 5);
    receive();
    assertThat(written()).isEqualTo(Map.of("0 alice", 1L));
    assertThat(sums(master.reader().orElseThrow())).isEqualTo(Map.of("0 alice", 6L));
  }

  @Test
  void aMasterThatTakesOverGoesOn() throws IOException {
    use(ONE, ALICE, 100);
    receive();
    pass(5 * MINUTE);
    use(ONE, ALICE, 10);
    now += 1_000;
    receive(); // booked, not written
    master = newMaster();
    use(ONE, ALICE, 3);
    pass(MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 113L));
    master = newMaster();
    pass(MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 113L));
  }

  /** What a master puts that does not know yet that it is no longer active. */
  private void putLate(long gets) throws IOException {
    UsageRow row = new UsageRow(START / HOUR, ALICE, ONE, 0, UsageCounters.of(gets));
    table.put(List.of(row.toTable()));
  }

  @Test
  void whatAFormerMasterPutsLateIntoAnHourThatHasEndedIsOverwritten() throws IOException {
    use(ONE, ALICE, 100);
    now = START + HOUR - 30_000;
    receive();
    use(ONE, ALICE, 40);
    master = newMaster();
    now = START + HOUR + 10_000;
    receive();
    putLate(135);
    pass(MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 130L, "1 alice", 10L));
  }

  @Test
  void whatAFormerMasterPutsLateIntoAnHourOfBeforeTheNextMasterIsOverwritten() throws IOException {
    use(ONE, ALICE, 100);
    now = START + HOUR - 1;
    receive();
    use(ONE, ALICE, 40);
    master = newMaster();
    now = START + HOUR + 10_000;
    receive();
    putLate(101);
    pass(MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 100L, "1 alice", 40L));
  }

  @Test
  void theRowsOfAllServersAreNotReadForAServerThatNobodyUses() throws IOException {
    totals.put(TWO, new HashMap<>());
    for (int hour = 0; hour < 200; hour++) {
      use(ONE, ALICE, 1);
      now += HOUR;
      receive();
    }
    master = newMaster();
    table.scanned = 0;
    receive();
    assertThat(table.scanned).isLessThan(5);
    use(TWO, BOB, 5);
    pass(MINUTE);
    assertThat(all(written(), ALICE)).isEqualTo(200);
    assertThat(all(written(), BOB)).isEqualTo(5);
  }

  @Test
  void amountsOfATimeWithoutMasterAreDividedAmongItsHours() throws IOException {
    use(ONE, ALICE, 100);
    use(ONE, BOB, 7);
    receive();
    now = START + 30 * MINUTE;
    use(ONE, BOB, 1);
    receive();
    use(ONE, ALICE, 4_000);
    now = START + 4 * HOUR + 30 * MINUTE;
    master = newMaster();
    receive();
    assertThat(written())
        .isEqualTo(
            Map.of(
                "0 alice", 600L, "0 bob", 8L, "1 alice", 1_000L, "2 alice", 1_000L, "3 alice",
                1_000L, "4 alice", 500L));
  }

  @Test
  void aServerThatDiesKeepsWhatItReported() throws IOException {
    use(ONE, ALICE, 100);
    use(TWO, ALICE, 50);
    receive();
    pass(MINUTE);
    totals.remove(TWO);
    pass(30 * MINUTE);
    use("rs2,16020," + (now - 1_000), ALICE, 5);
    pass(5 * MINUTE);
    assertThat(all(written(), ALICE)).isEqualTo(155);
  }

  @Test
  void aServerThatComesBackAfterALongSilenceIsNotBookedTwice() throws IOException {
    use(ONE, ALICE, 100);
    use(TWO, ALICE, 50);
    receive();
    Map<TenantId, Long> silent = totals.remove(TWO);
    pass(40 * MINUTE);
    totals.put(TWO, silent);
    use(TWO, ALICE, 1);
    pass(2 * MINUTE);
    assertThat(all(written(), ALICE)).isEqualTo(151);
  }

  @Test
  void aTableThatCannotBeUsedLosesNothing() throws IOException {
    use(ONE, ALICE, 100);
    receive();
    pass(MINUTE);
    table.failure = "it is disabled: type enable 'argus:usage' into the HBase shell";
    for (int i = 0; i < 180; i++) {
      use(ONE, ALICE, 1);
      use(TWO, BOB, 1);
      pass(MINUTE);
    }
    assertThat(master.problems())
        .singleElement()
        .asString()
        .contains("argus:usage since", "later: it is disabled");
    master = newMaster(); // while it is disabled
    pass(10 * MINUTE);
    table.failure = "";
    pass(2 * MINUTE);
    assertThat(master.problems()).isEmpty();
    assertThat(all(written(), ALICE)).isEqualTo(280);
    assertThat(all(written(), BOB)).isEqualTo(180);
  }

  @Test
  void aTableThatIsDroppedIsFilledAgainWithThePresentHour() throws IOException {
    use(ONE, ALICE, 100);
    use(ONE, BOB, 7);
    receive();
    pass(2 * HOUR);
    use(ONE, ALICE, 10);
    pass(MINUTE);
    table.drop();
    use(ONE, ALICE, 1);
    pass(2 * MINUTE);
    assertThat(written()).containsEntry("2 alice", 11L);
    master = newMaster();
    use(ONE, BOB, 2);
    pass(2 * MINUTE);
    assertThat(written()).containsEntry("2 alice", 11L).containsEntry("2 bob", 2L);
  }

  @Test
  void rubbishIsCountedAndBookedOver() throws IOException {
    use(ONE, ALICE, 100);
    receive();
    pass(2 * HOUR);
    use(ONE, ALICE, 10);
    use(ONE, BOB, 5);
    pass(MINUTE);
    table.rows.get("s/" + ONE).replaceAll((tenant, text) -> "rubbish");
    table.rows.get("s/" + ONE).put("no tenant!", "rubbish");
    table.rows.put("u2026", Map.of("amounts", "gets=1"));
    table.rows.put("u2027012001/alice/x", Map.of("amounts", "gets=-1"));
    master = newMaster();
    use(ONE, ALICE, 1);
    pass(2 * MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 100L, "2 alice", 11L, "2 bob", 5L));
    UsageReader reader = new UsageReader(table, List.of());
    reader.read(START, START + 2_000 * HOUR, Optional.of(ALICE), row -> {});
    assertThat(reader.unreadable()).isPositive();
  }

  @Test
  void aClockThatGoesBackOverwritesNothing() throws IOException {
    use(ONE, ALICE, 100);
    receive();
    pass(5 * HOUR);
    use(ONE, ALICE, 10);
    pass(MINUTE);
    setClock(-5 * HOUR);
    use(ONE, ALICE, 1_000);
    pass(MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 1_100L, "5 alice", 10L));
    for (int hour = 0; hour < 6; hour++) {
      use(ONE, ALICE, 1);
      pass(HOUR);
    }
    assertThat(all(written(), ALICE)).isEqualTo(1_116);
    assertThat(written().get("5 alice")).isGreaterThanOrEqualTo(10);
  }

  @Test
  void anOutageInWhichTheClockIsSetIsAsLongAsItWas() throws IOException {
    use(ONE, ALICE, 100);
    receive();
    use(ONE, ALICE, 120);
    now += 2 * HOUR;
    setClock(10 * HOUR);
    receive();
    pass(MINUTE);
    assertThat(written())
        .isEqualTo(Map.of("0 alice", 100L, "10 alice", 50L, "11 alice", 60L, "12 alice", 10L));
  }

  @Test
  void aClockThatJumpsForwardBooksOnTheHourItShows() throws IOException {
    use(ONE, ALICE, 100);
    receive();
    pass(MINUTE);
    setClock(1_000 * HOUR);
    use(ONE, ALICE, 10);
    receive();
    pass(MINUTE);
    setClock(-1_000 * HOUR);
    use(ONE, ALICE, 1);
    pass(MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 101L, "1000 alice", 10L));
    master = newMaster();
    use(ONE, ALICE, 1);
    pass(MINUTE);
    assertThat(written()).isEqualTo(Map.of("0 alice", 102L, "1000 alice", 10L));
  }

  @Test
  void aClockThatIsSetAgainAndAgainLosesAndDoublesNothing() throws IOException {
    Random random = new Random(7);
    for (int i = 0; i < 400; i++) {
      use(random.nextBoolean() ? ONE : TWO, random.nextBoolean() ? ALICE : BOB, random.nextInt(9));
      now += 1_000L * random.nextInt(1_500);
      if (random.nextInt(10) == 0) {
        setClock(HOUR * (random.nextInt(13) - 9));
      }
      receive();
      if (random.nextInt(20) == 0) {
        pass(MINUTE);
        master = newMaster();
      }
    }
    pass(5 * MINUTE);
    Map<String, Long> written = written();
    assertThat(all(written, ALICE)).isEqualTo(counted(ALICE));
    assertThat(all(written, BOB)).isEqualTo(counted(BOB));
  }

  @Test
  void aMasterThatFailsAtAnyPutLosesAndDoublesNothing() throws IOException {
    Random random = new Random(25);
    for (int i = 0; i < 400; i++) {
      use(random.nextBoolean() ? ONE : TWO, random.nextBoolean() ? ALICE : BOB, random.nextInt(9));
      now += 1_000L * random.nextInt(1_500);
      table.putsLeft = random.nextInt(4) - 1;
      receive();
      if (random.nextInt(5) == 0) {
        master = newMaster();
      }
    }
    table.putsLeft = -1;
    pass(5 * MINUTE);
    Map<String, Long> written = written();
    assertThat(all(written, ALICE)).isEqualTo(counted(ALICE));
    assertThat(all(written, BOB)).isEqualTo(counted(BOB));
  }

  @Test
  void accountsOfServersThatAreLongGoneAreDeleted() {
    use(ONE, ALICE, 1);
    use(TWO, ALICE, 1);
    receive();
    totals.remove(TWO);
    now += 399 * 24 * HOUR;
    master = newMaster();
    pass(2 * MINUTE);
    assertThat(table.rows).containsKeys("s/" + ONE, "s/" + TWO);
    now += 2 * 24 * HOUR;
    master = newMaster();
    pass(2 * MINUTE);
    assertThat(table.rows).containsKey("s/" + ONE).doesNotContainKey("s/" + TWO);
  }

  @Test
  void aTotalThatBeginsAgainAfterItsMaximumIsADifference() throws IOException {
    use(ONE, ALICE, Long.MAX_VALUE - 9);
    receive();
    pass(HOUR);
    totals.get(ONE).put(ALICE, 20L);
    pass(MINUTE);
    totals.get(ONE).put(ALICE, 5L); // a report that comes late
    pass(MINUTE);
    totals.get(ONE).put(ALICE, 21L);
    pass(MINUTE);
    assertThat(written()).containsEntry("1 alice", 31L);
  }

  @Test
  void whatWasUsedWhileItWasSwitchedOffIsDividedAmongTheHours() throws IOException {
    AtomicBoolean on = new AtomicBoolean(true);
    master =
        new Metering(() -> Settings.defaults().with(Map.of("argus.usage.enabled", "" + on.get())));
    master.start(table, Runnable::run, this::nanos);
    now = START + HOUR;
    use(ONE, ALICE, 100);
    receive();
    pass(MINUTE);
    on.set(false);
    for (int minute = 1; minute < 3 * 60; minute++) {
      use(ONE, ALICE, 1);
      pass(MINUTE);
    }
    on.set(true);
    pass(MINUTE);
    assertThat(written())
        .isEqualTo(
            Map.of("0 alice", 100L, "1 alice", 58L, "2 alice", 60L, "3 alice", 60L, "4 alice", 1L));
  }

  @Test
  void switchedOffItWritesNothing() {
    master = new Metering(() -> Settings.defaults().with(Map.of("argus.usage.enabled", "false")));
    master.start(table, Runnable::run, this::nanos);
    use(ONE, ALICE, 1);
    pass(MINUTE);
    assertThat(table.rows).isEmpty();
    assertThat(master.isOn()).isFalse();
  }
}
