package io.argus.phoenix;

import io.argus.load.table.RegionLayout;
import io.argus.load.table.TableRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/**
 * Creates tables of Phoenix with their indexes and fills them, as a process.
 *
 * <p>Its arguments are the rows of each table, into how many parts they are cut to be written at
 * once, and the tables as HBase names them.
 */
public final class PhoenixLoad {
  private static final int ROWS_PER_COMMIT = 500;

  private PhoenixLoad() {}

  public static void main(String[] arguments)
      throws SQLException, IOException, InterruptedException {
    TableRows rows =
        new TableRows(
            Long.parseLong(arguments[0]), RegionLayout.even(1, Integer.parseInt(arguments[1])));
    List<String> tables = Arrays.asList(arguments).subList(2, arguments.length);
    try (Connection connection = CustomerTable.connect();
        Statement statement = connection.createStatement()) {
      for (String table : tables) {
        load(statement, CustomerTable.named(table), rows);
      }
    }
    // The HBase client leaves threads behind that are not daemons.
    System.exit(0);
  }

  /** The index is made last: to fill it at once takes a fraction of the time. */
  private static void load(Statement statement, CustomerTable table, TableRows rows)
      throws SQLException, IOException, InterruptedException {
    for (String sql : table.creation()) {
      statement.execute(sql);
    }
    rows.forEachRegion(region -> write(table, rows, region));
    statement.execute(table.indexCreation());
  }

  private static void write(CustomerTable table, TableRows rows, int region) throws IOException {
    try (Connection connection = CustomerTable.connect()) {
      connection.setAutoCommit(false);
      try (Upserts upserts = new Upserts(connection, table)) {
        rows.write(region, upserts::add);
      }
    } catch (SQLException e) {
      throw new IOException("cannot write rows of " + table, e);
    }
  }

  /** Upserts of rows, many to a commit. Used by one thread. */
  private static final class Upserts implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement statement;
    private int pending;

    Upserts(Connection connection, CustomerTable table) throws SQLException {
      this.connection = connection;
      this.statement = connection.prepareStatement(table.upsert());
    }

    void add(byte[] key, byte[] payload) throws IOException {
      String id = new String(key, StandardCharsets.UTF_8);
      try {
        statement.setString(1, id);
        statement.setInt(2, CustomerTable.firstCustomer(id));
        statement.setBytes(3, payload);
        statement.executeUpdate();
        if (++pending == ROWS_PER_COMMIT) {
          commit();
        }
      } catch (SQLException e) {
        throw new IOException("cannot write " + id, e);
      }
    }

    private void commit() throws SQLException {
      connection.commit();
      pending = 0;
    }

    @Override
    public void close() throws SQLException {
      commit();
      statement.close();
    }
  }
}
