package io.argus.bench.hbase094;

/**
 * How the bench's {@code namespace:table} is called where there are no namespaces: {@code
 * namespace.table}, with the namespace as the table's tenant.
 *
 * <p>Thread-safe.
 */
final class TableNames {
  /** Table attribute that names a table's tenant. */
  static final String TENANT_ATTRIBUTE = "ARGUS_TENANT";

  private TableNames() {}

  static String physical(String table) {
    return table.replace(':', '.');
  }

  static String tenant(String table) {
    return table.substring(0, table.indexOf(':'));
  }
}
