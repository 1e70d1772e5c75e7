package io.argus.hbase2.it;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows {@code row000000}, {@code row000001} ... of a table, each with a value made of its key. */
final class Rows {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final int VALUE_BYTES = 500;

  private Rows() {}

  /** A table of one family, in its namespace, which is made if need be. */
  static TableDescriptorBuilder table(Admin admin, TableName table, boolean cacheOnWrite)
      throws IOException {
    if (!table.getNamespaceAsString().equals("default")) {
      try {
        admin.createNamespace(NamespaceDescriptor.create(table.getNamespaceAsString()).build());
      } catch (NamespaceExistException e) {
        // made for another of its tables
      }
    }
    return TableDescriptorBuilder.newBuilder(table)
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                .setCacheDataOnWrite(cacheOnWrite)
                .setCacheIndexesOnWrite(cacheOnWrite)
                .setCacheBloomsOnWrite(cacheOnWrite)
                .build());
  }

  static String key(int i) {
    return String.format("row%06d", i);
  }

  static List<String> keys(int count) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(key(i));
    }
    return keys;
  }

  static List<String> reversed(List<String> keys) {
    List<String> reversed = new ArrayList<>(keys);
    Collections.reverse(reversed);
    return reversed;
  }

  static byte[] value(String key) {
    byte[] value = new byte[VALUE_BYTES];
    new Random(key.hashCode()).nextBytes(value);
    return value;
  }

  static Put put(String key) {
    return new Put(Bytes.toBytes(key)).addColumn(FAMILY, QUALIFIER, value(key));
  }

  static Get get(String key) {
    return new Get(Bytes.toBytes(key));
  }

  static void write(Connection connection, TableName name, int count) throws IOException {
    try (Table table = connection.getTable(name)) {
      List<Put> batch = new ArrayList<>();
      for (String key : keys(count)) {
        batch.add(put(key));
        if (batch.size() == 100) {
          table.put(batch);
          batch.clear();
        }
      }
      table.put(batch);
    }
  }

  /**
   * The keys that a scan yields, in its order.
   *
   * @throws IllegalStateException if a row has not the value of its key
   */
  static List<String> scan(Connection connection, TableName name, Scan scan) throws IOException {
    List<String> keys = new ArrayList<>();
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        String key = Bytes.toString(row.getRow());
        requireSound(key, row);
        keys.add(key);
      }
    }
    return keys;
  }

  static void requireSound(String key, Result row) {
    if (!Bytes.equals(row.getValue(FAMILY, QUALIFIER), value(key))) {
      throw new IllegalStateException("row " + key + " has not its value: " + row);
    }
  }
}
