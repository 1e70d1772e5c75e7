package io.argus.traces.access;

import io.argus.load.client.Preset;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** How the operations of a trace choose their blocks. */
public enum AccessPattern {
  UNIFORM("gets of rows, all equally likely", true) {
    @Override
    BlockSource source(TableLayout table, SplittableRandom random, int accesses) {
      return () -> table.blockOf(random.nextInt(table.rows()));
    }
  },
  ZIPFIAN("gets, scrambled zipfian over all rows", true) {
    @Override
    BlockSource source(TableLayout table, SplittableRandom random, int accesses) {
      HotRows rows = new HotRows(table.rows(), random);
      return () -> table.blockOf(rows.next());
    }
  },
  HOT("gets, scrambled zipfian over 3.75 % of the rows, as the bench's Hot", true) {
    @Override
    BlockSource source(TableLayout table, SplittableRandom random, int accesses) {
      HotRows rows = hotRows(table, random);
      return () -> table.blockOf(rows.next());
    }
  },
  LATEST("gets, zipfian by age; 5 % of the operations append a row", false) {
    @Override
    BlockSource source(TableLayout table, SplittableRandom random, int accesses) {
      Zipfian ages = Zipfian.of(table.rows());
      return () -> {
        while (random.nextDouble() < INSERTS) {
          ages.grow();
        }
        return (int) ((ages.items() - 1 - ages.next(random)) / TableLayout.ROWS_PER_BLOCK);
      };
    }
  },
  HOTSPOT("gets, 80 % of them to 20 % of the rows, which are adjacent", true) {
    @Override
    BlockSource source(TableLayout table, SplittableRandom random, int accesses) {
      int hotRows = (int) (table.rows() * HOT_ROWS);
      return () -> {
        boolean hot = random.nextDouble() < HOT_OPERATIONS;
        int row = hot ? random.nextInt(hotRows) : hotRows + random.nextInt(table.rows() - hotRows);
        return row / TableLayout.ROWS_PER_BLOCK;
      };
    }
  },
  LOOP("one scan after the other over the whole table", true) {
    @Override
    BlockSource source(TableLayout table, SplittableRandom random, int accesses) {
      int[] next = {random.nextInt(table.blocks())};
      return () -> next[0] = (next[0] + 1) % table.blocks();
    }
  },
  SCANS("as hot; 5 % of the operations scan 20 blocks from anywhere", true) {
    @Override
    BlockSource source(TableLayout table, SplittableRandom random, int accesses) {
      HotRows rows = hotRows(table, random);
      int[] scan = {0, 0}; // next block, end
      return () -> {
        if (scan[0] < scan[1]) {
          return scan[0]++ % table.blocks();
        }
        if (random.nextDouble() >= SCAN_OPERATIONS) {
          return table.blockOf(rows.next());
        }
        scan[0] = random.nextInt(table.blocks());
        scan[1] = scan[0] + SCANNED_BLOCKS;
        return scan[0]++;
      };
    }
  },
  MOVED("as hot; after every 20 accesses per block all ranks get other rows at once", false) {
    @Override
    BlockSource source(TableLayout table, SplittableRandom random, int accesses) {
      HotRows rows = hotRows(table, random);
      int phase = phase(table, accesses);
      int[] done = {0};
      return () -> {
        if (done[0] > 0 && done[0] % phase == 0) {
          rows.move();
        }
        done[0]++;
        return table.blockOf(rows.next());
      };
    }

    @Override
    int phase(TableLayout table, int accesses) {
      return Math.min(accesses / 2, PHASE * table.blocks());
    }
  };

  private static final double INSERTS = 0.05;
  private static final double HOT_ROWS = 0.2;
  private static final double HOT_OPERATIONS = 0.8;
  private static final double SCAN_OPERATIONS = 0.05;
  private static final int SCANNED_BLOCKS = 20;

  /** Accesses between two moves / blocks of the table. */
  private static final int PHASE = 20;

  private final String description;
  private final boolean stationary;

  AccessPattern(String description, boolean stationary) {
    this.description = description;
    this.stationary = stationary;
  }

  public static AccessPattern named(String name) {
    for (AccessPattern pattern : values()) {
      if (pattern.label().equals(name.toLowerCase(Locale.ROOT))) {
        return pattern;
      }
    }
    throw new IllegalArgumentException("trace is " + name + "; choose " + labels());
  }

  /** The names of all patterns, for people. */
  public static String labels() {
    return Arrays.stream(values()).map(AccessPattern::label).collect(Collectors.joining(", "));
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String description() {
    return description;
  }

  /** Whether every block is as popular at the end as at the beginning. */
  public boolean stationary() {
    return stationary;
  }

  /** Returns a new sequence for a trace of that length; the random numbers are its own. */
  abstract BlockSource source(TableLayout table, SplittableRandom random, int accesses);

  /** Returns after how many accesses popularities change at once; all of them if they never do. */
  int phase(TableLayout table, int accesses) {
    return accesses;
  }

  private static HotRows hotRows(TableLayout table, SplittableRandom random) {
    return new HotRows((int) Preset.HOT.touchedRows(table.rows()), random);
  }
}
