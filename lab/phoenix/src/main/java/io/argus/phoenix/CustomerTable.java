package io.argus.phoenix;

import io.argus.load.client.Requests;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

/**
 * A salted table of Phoenix whose rows belong to customers, with a global index by customer that
 * covers the whole row. The schema is an HBase namespace, and so a tenant.
 *
 * <p>A row belongs to one of the two customers that its key stands for: whoever writes it may
 * choose, and whoever looks for it looks for both.
 *
 * @param schema the namespace
 * @param name without it
 */
record CustomerTable(String schema, String name) {
  private static final int SALT_BUCKETS = 4;

  /** As the servers' own site file has another, which calls on behalf of region servers. */
  private static final String CLIENT_CONTROLLERS =
      "org.apache.hadoop.hbase.ipc.controller.ClientRpcControllerFactory";

  /** The table with that name in HBase, {@code namespace:table}. */
  static CustomerTable named(String hbaseName) {
    int colon = hbaseName.indexOf(':');
    return new CustomerTable(hbaseName.substring(0, colon), hbaseName.substring(colon + 1));
  }

  /** Connects to the cluster of the site file on the class path. */
  static Connection connect() throws SQLException {
    Properties client = new Properties();
    client.setProperty("hbase.rpc.controllerfactory.class", CLIENT_CONTROLLERS);
    Connection connection = DriverManager.getConnection("jdbc:phoenix", client);
    connection.setAutoCommit(true);
    return connection;
  }

  /** The first of the two customers that a key stands for; the other is the next number. */
  static int firstCustomer(String key) {
    return 2 * Math.floorMod(key.hashCode(), Requests.CUSTOMERS);
  }

  /** Statements that create schema and table, without the index. */
  List<String> creation() {
    return List.of(
        "CREATE SCHEMA IF NOT EXISTS \"" + schema + "\"",
        "CREATE TABLE "
            + quoted()
            + " (ID VARCHAR NOT NULL PRIMARY KEY, CUSTOMER INTEGER, PAYLOAD VARBINARY)"
            + " SALT_BUCKETS = "
            + SALT_BUCKETS);
  }

  /** Statement that creates the index and fills it. */
  String indexCreation() {
    return "CREATE INDEX \"" + index() + "\" ON " + quoted() + " (CUSTOMER) INCLUDE (PAYLOAD)";
  }

  /** The name of the index, which is in the same schema. */
  String index() {
    return name + Requests.INDEX;
  }

  /** Statement that writes a row: key, customer, payload. */
  String upsert() {
    return "UPSERT INTO " + quoted() + " VALUES (?, ?, ?)";
  }

  /** Query for the payload of a row by its key. */
  String get() {
    return "SELECT PAYLOAD FROM " + quoted() + " WHERE ID = ?";
  }

  /** Query for the rows of two customers by the index. */
  String lookup() {
    return "SELECT ID, PAYLOAD FROM " + quoted() + " WHERE CUSTOMER BETWEEN ? AND ?";
  }

  /** Query that reads all rows of the table itself within the servers. */
  String aggregation() {
    return "SELECT /*+ NO_INDEX */ COUNT(*), SUM(CUSTOMER) FROM " + quoted();
  }

  private String quoted() {
    return "\"" + schema + "\".\"" + name + "\"";
  }
}
