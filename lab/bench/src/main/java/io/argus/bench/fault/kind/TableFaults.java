package io.argus.bench.fault.kind;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultSite;
import io.argus.check.CheckedRows;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What is done to tables and regions under load. Stateless. */
final class TableFaults {
  private static final int AFTERWARDS_SECONDS = 8;
  private static final String TABLE = CheckedRows.TABLE;

  /** A table of which nobody expects anything. */
  private static final String VICTIM = "victim:rows";

  private static final String VICTIM_THREADS = "20";
  private static final int TABLES = 8;
  private static final int MOVES = 20;
  private static final long WAITING_MILLIS = 4000;

  private TableFaults() {}

  static List<Fault> all() {
    return List.of(
        checked("move-regions", "each region of the checked table moves", "MOVE"),
        checked(
            "storm-moves",
            "each region of the checked table moves " + MOVES + " times",
            Collections.nCopies(MOVES, "MOVE").toArray(new String[0])),
        checked("compact", "the checked table is flushed and compacted", "FLUSH", "COMPACT"),
        new Fault(
            "split-regions",
            "each region of the checked table is split",
            AFTERWARDS_SECONDS,
            site -> {
              site.actions().act("FLUSH", TABLE);
              site.actions().act("split", TABLE);
            }),
        checked("merge-regions", "the first two regions of the checked table merge", "MERGE")
            .where(
                site ->
                    site.isHBase2()
                        ? Optional.empty()
                        : Optional.of("HBase 0.94 cannot merge regions online")),
        victim("disable-table", "disabled", "DISABLE", "ENABLE"),
        victim("truncate-table", "disabled, truncated", "DISABLE", "TRUNCATE"),
        victim("drop-table", "disabled, dropped", "DISABLE", "DROP"),
        new Fault(
            "storm-tables",
            TABLES + " tables are created, filled, disabled and dropped",
            2,
            site -> site.actions().act("tables", Integer.toString(TABLES))));
  }

  private static Fault checked(String name, String what, String... actions) {
    return new Fault(
        name,
        what,
        AFTERWARDS_SECONDS,
        site -> {
          for (String action : actions) {
            site.actions().act(action, TABLE);
          }
        });
  }

  /** A table of its own with 20 busy threads, to which this happens. */
  private static Fault victim(String name, String what, String... actions) {
    return new Fault(
        name,
        "a table with " + VICTIM_THREADS + " busy clients is " + what,
        AFTERWARDS_SECONDS,
        site -> {
          site.actions().act("load", VICTIM, VICTIM_THREADS);
          Thread.sleep(WAITING_MILLIS);
          for (String action : actions) {
            site.actions().act(action, VICTIM);
          }
        },
        TableFaults::removeVictim);
  }

  private static void removeVictim(FaultSite site) throws IOException {
    site.actions().act("calm");
    site.actions().act("remove", VICTIM);
  }
}
