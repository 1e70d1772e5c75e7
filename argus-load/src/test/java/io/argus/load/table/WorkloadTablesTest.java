package io.argus.load.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTablesTest {

  @Test
  void whatFailsWhileRegionsMoveIsTriedAgain() throws Exception {
    MovingTables tables = new MovingTables();

    tables.run("place", "16020=127.0.0.2", "tenanta:usertable=0:1");

    assertThat(tables.calls).containsExactly("move fails", "move", "ask fails", "ask", "look");
  }

  @Test
  void aTableWithOtherRegionsIsRefusedAtOnce() {
    MovingTables tables = new MovingTables();

    assertThatThrownBy(() -> tables.run("place", "16020=127.0.0.2", "tenanta:usertable=0:1,0:1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tablesAreFilledAndUncachedByName() throws Exception {
    MovingTables tables = new MovingTables();

    tables.run("put", "100", RegionLayout.even(1, 2).text(), "tenanta:usertable");
    tables.run("uncache", "tenanta", "tenantb:usertable");

    assertThat(tables.calls)
        .containsExactly(
            "put 50 and 50 into tenanta:usertable", "uncache tenantb:usertable for tenanta");
  }

  /** Tables of one region whose first calls of each kind fail. */
  private static final class MovingTables extends WorkloadTables {
    final List<String> calls = new ArrayList<>();
    private int failingMoves = 1;
    private int failingLooks = 1;

    @Override
    protected boolean move(String table, List<Server> servers) throws IOException {
      if (servers.size() != 1) {
        throw new IllegalArgumentException("regions are " + servers.size());
      }
      if (failingMoves-- > 0) {
        calls.add("move fails");
        throw new IOException("the region is not online");
      }
      calls.add("move");
      return true;
    }

    @Override
    protected int fetch(String table, List<Server> servers, boolean ask) throws IOException {
      if (failingLooks-- > 0) {
        calls.add("ask fails");
        throw new IOException("the region is not online");
      }
      calls.add(ask ? "ask" : "look");
      return ask ? 1 : 0;
    }

    @Override
    protected void stopBalancer() {}

    @Override
    protected void load(String table, TableRows rows) {
      throw new AssertionError(table);
    }

    @Override
    protected void put(String table, TableRows rows) {
      calls.add("put " + rows.count(0) + " and " + rows.count(1) + " into " + table);
    }

    @Override
    protected void uncache(String table, String tenant) {
      calls.add("uncache " + table + " for " + tenant);
    }

    @Override
    protected List<String> regionNames(String table) {
      throw new AssertionError(table);
    }

    @Override
    protected void clearCache(String table) {
      throw new AssertionError(table);
    }

    @Override
    protected void drop(String table) {
      throw new AssertionError(table);
    }

    @Override
    protected void compact(String table) {
      throw new AssertionError(table);
    }

    @Override
    protected boolean compacted(String table) {
      throw new AssertionError(table);
    }

    @Override
    protected void limit(String table, String throttle, long perSecond) {
      throw new AssertionError(table);
    }
  }
}
