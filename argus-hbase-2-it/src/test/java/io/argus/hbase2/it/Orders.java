package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A salted table of Phoenix with a global covered index, a local index and a sequence for its keys,
 * and the rows that it must have after all that was written.
 *
 * <p>Any thread may use it; each writer has its own rows.
 */
final class Orders {
  private static final int ROWS_PER_COMMIT = 20;

  /** More than there are commits of a writer. */
  private static final int MAX_COMMITS = 1_000;

  private static final String COLUMNS = "ID, CUSTOMER, STATE, AMOUNT";

  private final Phoenix phoenix;
  private final String table;
  private final Map<Long, Order> expected = new ConcurrentHashMap<>();

  private record Order(int customer, String state, long amount) {}

  private Orders(Phoenix phoenix, String schema) {
    this.phoenix = phoenix;
    this.table = schema + ".ORDERS";
  }

  /** Creates the table in a schema that exists. */
  static Orders create(Phoenix phoenix, String schema) throws SQLException {
    Orders orders = new Orders(phoenix, schema);
    orders.execute(
        """
        CREATE TABLE %s (ID BIGINT NOT NULL PRIMARY KEY, CUSTOMER INTEGER, STATE VARCHAR,
            AMOUNT BIGINT) SALT_BUCKETS = 4""");
    orders.execute("CREATE INDEX BY_CUSTOMER ON %s (CUSTOMER) INCLUDE (STATE, AMOUNT)");
    orders.execute("CREATE LOCAL INDEX BY_STATE ON %s (STATE)");
    orders.execute("CREATE SEQUENCE %s_NUMBERS CACHE 100");
    return orders;
  }

  /**
   * Writes new rows, gives half of them to another customer, and looks for them by the index.
   *
   * @param writer no other thread writes with that number
   */
  void write(int writer, String state, int commits) throws SQLException {
    try (Connection connection = phoenix.connect()) {
      assertThat(explain(connection, ofCustomer(0))).contains("BY_CUSTOMER");
      for (int i = 0; i < commits; i++) {
        int customer = 2 * (writer * MAX_COMMITS + i);
        Map<Long, Order> before = new HashMap<>();
        Map<Long, Order> after = new HashMap<>();
        for (int row = 0; row < ROWS_PER_COMMIT; row++) {
          long id = nextNumber(connection);
          before.put(id, new Order(customer, state, row));
          after.put(id, new Order(customer + row % 2, state, row));
        }
        upsert(connection, before);
        assertThat(read(connection, ofCustomer(customer))).isEqualTo(before);
        upsert(connection, after);
        expected.putAll(after);
        assertThat(read(connection, ofCustomer(customer))).hasSize(ROWS_PER_COMMIT / 2);
        assertThat(read(connection, ofCustomer(customer + 1))).hasSize(ROWS_PER_COMMIT / 2);
      }
    }
  }

  private long nextNumber(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet number = statement.executeQuery(in("SELECT NEXT VALUE FOR %s_NUMBERS"))) {
      number.next();
      return number.getLong(1);
    }
  }

  private void upsert(Connection connection, Map<Long, Order> orders) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(in("UPSERT INTO %s VALUES (?, ?, ?, ?)"))) {
      for (var order : orders.entrySet()) {
        statement.setLong(1, order.getKey());
        statement.setInt(2, order.getValue().customer());
        statement.setString(3, order.getValue().state());
        statement.setLong(4, order.getValue().amount());
        statement.executeUpdate();
      }
    }
    connection.commit();
  }

  private String ofCustomer(int customer) {
    return in("SELECT " + COLUMNS + " FROM %s WHERE CUSTOMER = " + customer);
  }

  /** Deletes all rows of a state within the servers. */
  void delete(String state) throws SQLException {
    executeWithinServers(
        "DELETE /*+ NO_INDEX */ FROM %s WHERE STATE = '" + state + "'",
        "DELETE ROWS SERVER SELECT");
    expected.values().removeIf(order -> order.state().equals(state));
  }

  /** Gives all rows of a state another one within the servers. */
  void change(String state, String other) throws SQLException {
    executeWithinServers(
        "UPSERT INTO %1$s (ID, CUSTOMER, STATE, AMOUNT) SELECT ID, CUSTOMER, '"
            + other
            + "', AMOUNT FROM %1$s WHERE STATE = '"
            + state
            + "'",
        "UPSERT ROWS\n");
    expected.replaceAll(
        (id, order) ->
            order.state().equals(state)
                ? new Order(order.customer(), other, order.amount())
                : order);
  }

  /** Checks number and sum of the rows of a state that nobody writes now. */
  void requireSum(String state) throws SQLException {
    List<Long> amounts =
        expected.values().stream()
            .filter(order -> order.state().equals(state))
            .map(Order::amount)
            .toList();
    try (Connection connection = phoenix.connect();
        Statement statement = connection.createStatement();
        ResultSet sums =
            statement.executeQuery(
                in("SELECT STATE, COUNT(*), SUM(AMOUNT) FROM %s GROUP BY STATE"))) {
      Map<String, List<Long>> found = new HashMap<>();
      while (sums.next()) {
        found.put(sums.getString(1), List.of(sums.getLong(2), sums.getLong(3)));
      }
      assertThat(found.getOrDefault(state, List.of(0L, 0L)))
          .as(state)
          .containsExactly(
              (long) amounts.size(), amounts.stream().mapToLong(Long::longValue).sum());
    }
  }

  /** Checks every row in the table and in both indexes. */
  void requireEveryRow() throws SQLException {
    requireEveryRow("NO_INDEX", "OVER [A-Z.:]*ORDERS");
    requireEveryRow("INDEX(" + table + " BY_CUSTOMER)", "OVER [A-Z.:]*BY_CUSTOMER");
    requireEveryRow("INDEX(" + table + " BY_STATE)", "OVER [A-Z.:]*BY_STATE");
  }

  private void requireEveryRow(String hint, String plan) throws SQLException {
    String query = in("SELECT /*+ " + hint + " */ " + COLUMNS + " FROM %s");
    try (Connection connection = phoenix.connect()) {
      assertThat(explain(connection, query)).containsPattern(plan);
      assertThat(read(connection, query)).as(hint).isEqualTo(expected);
    }
  }

  private static Map<Long, Order> read(Connection connection, String query) throws SQLException {
    Map<Long, Order> orders = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        Order order = new Order(rows.getInt(2), rows.getString(3), rows.getLong(4));
        assertThat(orders.put(rows.getLong(1), order)).as("a row that is there twice").isNull();
      }
    }
    return orders;
  }

  private static String explain(Connection connection, String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet plan = statement.executeQuery("EXPLAIN " + sql)) {
      while (plan.next()) {
        lines.add(plan.getString(1));
      }
    }
    return String.join("\n", lines);
  }

  private void execute(String sql) throws SQLException {
    phoenix.execute(in(sql));
  }

  /** Runs a statement that must have a plan by which the servers change the rows themselves. */
  private void executeWithinServers(String sql, String plan) throws SQLException {
    try (Connection connection = phoenix.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(true);
      assertThat(explain(connection, in(sql))).startsWith(plan);
      statement.execute(in(sql));
    }
  }

  private String in(String sql) {
    return sql.formatted(table);
  }
}
