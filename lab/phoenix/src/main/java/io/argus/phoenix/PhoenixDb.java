package io.argus.phoenix;

import io.argus.load.client.Preset;
import io.argus.load.client.Requests;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The YCSB binding for the tables of {@link PhoenixLoad}. It reads rows by their keys, and sends
 * upserts, lookups by the index and aggregations.
 *
 * <p>Each instance is used by one thread and has a connection; all of a process share Phoenix's
 * connection to HBase.
 */
public final class PhoenixDb extends DB implements Requests.Sender {
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private @Nullable Connection connection;

  @Override
  public void init() throws DBException {
    try {
      connection = CustomerTable.connect();
    } catch (SQLException e) {
      throw new DBException(e);
    }
  }

  /** Work that gives a status. */
  private interface Operation {
    Status on(CustomerTable table) throws SQLException;
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    return run(table, open -> get(open, key, result));
  }

  @Override
  public Status request(Requests.Kind kind, String table, List<byte[]> keys) {
    String key = new String(keys.get(0), StandardCharsets.UTF_8);
    return run(
        table,
        open ->
            switch (kind) {
              case GET -> get(open, key, new HashMap<>());
              case PUT -> upsert(open, key);
              case LOOKUP -> lookup(open, key);
              case AGGREGATION -> aggregate(open);
              default -> throw new IllegalArgumentException("request is " + kind);
            });
  }

  private static Status run(String table, Operation operation) {
    try {
      return operation.on(CustomerTable.named(table));
    } catch (SQLException e) {
      return Status.ERROR;
    }
  }

  private PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement known = statements.get(sql);
    if (known == null) {
      known = Objects.requireNonNull(connection, "not connected").prepareStatement(sql);
      statements.put(sql, known);
    }
    return known;
  }

  private Status get(CustomerTable table, String key, Map<String, ByteIterator> result)
      throws SQLException {
    PreparedStatement statement = statement(table.get());
    statement.setString(1, key);
    try (ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        return Status.NOT_FOUND;
      }
      result.put("PAYLOAD", new ByteArrayByteIterator(rows.getBytes(1)));
      return Status.OK;
    }
  }

  /** Writes a row anew; every other time it goes to the other of its two customers. */
  private Status upsert(CustomerTable table, String key) throws SQLException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    byte[] payload = new byte[Preset.VALUE_BYTES];
    random.nextBytes(payload);
    PreparedStatement statement = statement(table.upsert());
    statement.setString(1, key);
    statement.setInt(2, CustomerTable.firstCustomer(key) + random.nextInt(2));
    statement.setBytes(3, payload);
    return statement.executeUpdate() == 1 ? Status.OK : Status.ERROR;
  }

  private Status lookup(CustomerTable table, String key) throws SQLException {
    int customer = CustomerTable.firstCustomer(key);
    PreparedStatement statement = statement(table.lookup());
    statement.setInt(1, customer);
    statement.setInt(2, customer + 1);
    boolean found = false;
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found |= rows.getString(1).equals(key);
      }
    }
    return found ? Status.OK : Status.NOT_FOUND;
  }

  private Status aggregate(CustomerTable table) throws SQLException {
    try (ResultSet rows = statement(table.aggregation()).executeQuery()) {
      return rows.next() && rows.getLong(1) > 0 ? Status.OK : Status.NOT_FOUND;
    }
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's own signature
  public Status scan(
      String table,
      String startKey,
      int rows,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public Status delete(String table, String key) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public void cleanup() throws DBException {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      throw new DBException(e);
    }
  }
}
