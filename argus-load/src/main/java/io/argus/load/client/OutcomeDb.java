package io.argus.load.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A DB that remembers whether an operation failed, because CoreWorkload does not report it.
 *
 * <p>Used by one thread.
 */
final class OutcomeDb extends DB {
  private final DB db;
  private boolean failed;

  OutcomeDb(DB db) {
    this.db = db;
  }

  /** Whether an operation failed since this was last asked. */
  boolean takeFailed() {
    boolean result = failed;
    failed = false;
    return result;
  }

  @Override
  public void setProperties(Properties properties) {
    super.setProperties(properties);
    db.setProperties(properties);
  }

  @Override
  public void init() throws DBException {
    db.init();
  }

  @Override
  public void cleanup() throws DBException {
    db.cleanup();
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    return noted(db.read(table, key, fields, result));
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's own signature
  public Status scan(
      String table,
      String startKey,
      int rows,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return noted(db.scan(table, startKey, rows, fields, result));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return noted(db.update(table, key, values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return noted(db.insert(table, key, values));
  }

  @Override
  public Status delete(String table, String key) {
    return noted(db.delete(table, key));
  }

  /** See {@link Requests.Sender#request}. */
  Status request(Requests.Kind kind, String table, List<byte[]> keys) {
    return noted(((Requests.Sender) db).request(kind, table, keys));
  }

  private Status noted(Status status) {
    if (!status.isOk()) {
      failed = true;
    }
    return status;
  }
}
