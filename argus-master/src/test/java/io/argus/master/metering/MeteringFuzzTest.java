package io.argus.master.metering;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import io.argus.core.fuzz.Fuzz;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import io.argus.core.usage.UsageReport;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Rows of the usage table, which whoever may write to the table may write, damaged in many ways.
 */
@Tag("long")
class MeteringFuzzTest {
  private static final long HOUR = Hours.of(1_800_000_000_000L);
  private static final long START = Hours.startMillis(HOUR);
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");
  private static final String SERVER = "rs1,16020,1700000000000";

  private static UsageCounters amounts() {
    return UsageCounters.parse("gets=3 sentBytes=1200 cpuNanos=9000000000");
  }

  /** A row as a document: the key, then each cell's name and text, a line each. */
  private static byte[] bytes(TableRow row) {
    Stream<String> cells =
        row.cells().entrySet().stream().flatMap(cell -> Stream.of(cell.getKey(), cell.getValue()));
    return String.join("\n", Stream.concat(Stream.of(row.key()), cells).toList())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static TableRow row(byte[] document) {
    String[] lines = new String(document, StandardCharsets.UTF_8).split("\n", -1);
    Map<String, String> cells = new java.util.TreeMap<>();
    for (int i = 1; i + 1 < lines.length; i += 2) {
      cells.put(lines[i], lines[i + 1]);
    }
    return new TableRow(lines[0], cells);
  }

  private static void requireSound(UsageCounters counters) {
    for (UsageCounter counter : UsageCounter.values()) {
      assertThat(counters.get(counter)).isNotNegative();
    }
  }

  @Test
  void usage() throws InterruptedException {
    Fuzz.of(
            "usage row",
            bytes(new UsageRow(HOUR, ALICE, SERVER, 0, amounts()).toTable()),
            bytes(new UsageRow(HOUR, ALICE, SERVER, 2, amounts()).toTable()))
        .run(
            document -> {
              UsageRow read = UsageRow.read(row(document));
              requireSound(read.amounts());
              requireSound(read.amounts().plus(amounts()));
              assertThat(UsageRow.read(read.toTable()).key()).isEqualTo(read.key());
            });
  }

  @Test
  void accounts() throws InterruptedException {
    Account sound = new Account(HOUR, 1, amounts(), amounts(), START);
    Fuzz.of("account", sound.toText().getBytes(StandardCharsets.UTF_8))
        .run(
            document -> {
              Account read = Account.read(new String(document, StandardCharsets.UTF_8));
              requireSound(read.amounts);
              requireSound(read.booked);
              assertThat(Account.read(read.toText()).toText()).isEqualTo(read.toText());
            });
  }

  private static UsageReport report(String server) {
    List<TenantUsage> tenants = List.of(TenantUsage.builder(ALICE).totals(amounts()).build());
    return new UsageReport(server, START, 2, 1, 0, 0, List.of(), tenants);
  }

  /** What the master makes of accounts and rows when it begins, which never throws. */
  @Test
  void ledgersOfDamagedTables() throws InterruptedException {
    Account sound = new Account(HOUR, 0, amounts(), amounts(), START);
    TableRow account =
        new TableRow(Accounts.key(SERVER), Map.of("alice", sound.toText(), "bob", sound.toText()));
    TableRow usage = new UsageRow(HOUR, ALICE, SERVER, 0, amounts()).toTable();
    Fuzz.of("usage table", bytes(account), bytes(usage))
        .slower(2)
        .run(
            document -> {
              InMemoryTable table = new InMemoryTable();
              table.put(List.of(account, usage, row(document)));
              Map<String, Map<TenantId, Account>> read =
                  Accounts.read(table, List.of(report(SERVER), report("rs2,16020,x")), START);
              UsageLedger ledger = new UsageLedger();
              var rows = Accounts.rowsSince(table, read, START);
              read.forEach(
                  (server, of) ->
                      ledger.open(server, of, rows.getOrDefault(server, List.of()), START));
              ledger.unwritten().forEach(each -> requireSound(each.amounts()));
              assertThat(Accounts.old(table, java.util.Set.of(SERVER), START)).isNotNull();
            });
  }

  private static TableRow contended() {
    ContentionHour hour = new ContentionHour();
    hour.add(START, 0.5, 100, 2);
    hour.addBelowSlo(2);
    hour.add(
        START,
        Map.of(Contention.Resource.HDFS, 0.75, Contention.Resource.CACHE, 1.5),
        Map.of(Contention.Resource.CPU, 0.5));
    return hour.toTable(HOUR, ALICE, START);
  }

  @Test
  void contention() throws InterruptedException {
    Fuzz.of("contention row", bytes(contended()))
        .run(
            document -> {
              TableRow row = row(document);
              ContentionHour read = ContentionHour.read(row);
              requireSound(read);
              assertThat(ContentionHour.tenant(row).name()).isNotEmpty();
              ContentionHour sum = ContentionHour.read(contended());
              sum.add(read, 10);
              requireSound(sum);
              requireSound(ContentionHour.read(sum.toTable(HOUR, ALICE, START)));
            });
  }

  private static void requireSound(ContentionHour hour) throws Exception {
    String json = hour.toJson().toString();
    JsonReader reader = new JsonReader(new StringReader(json));
    reader.setStrictness(com.google.gson.Strictness.STRICT);
    reader.skipValue();
    var members = JsonParser.parseString(json).getAsJsonObject();
    assertThat(members.get("seconds").getAsDouble()).isFinite().isNotNegative();
  }

  /** What an operator reads of a table in which somebody wrote. */
  @Test
  void answersFromDamagedTables() throws InterruptedException {
    TableRow usage = new UsageRow(HOUR, ALICE, SERVER, 0, amounts()).toTable();
    Fuzz.of("rows of an answer", bytes(contended()), bytes(usage))
        .run(
            document -> {
              InMemoryTable table = new InMemoryTable();
              table.put(List.of(row(document)));
              UsageReader reader = new UsageReader(table, List.of());
              List<UsageRow> rows = new ArrayList<>();
              reader.read(START, START + 2 * Hours.MILLIS, Optional.empty(), rows::add);
              rows.forEach(each -> requireSound(each.amounts()));
              for (ContentionHour hour :
                  reader.contention(START, START + 2 * Hours.MILLIS).values()) {
                requireSound(hour);
              }
            });
  }
}
