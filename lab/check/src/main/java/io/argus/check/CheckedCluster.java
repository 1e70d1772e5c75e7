package io.argus.check;

import java.io.Closeable;
import java.io.IOException;

/**
 * A connection to a cluster of one HBase generation. Tables are named {@code namespace:table}.
 *
 * <p>Tables may be opened by any thread; the rest is used by one.
 */
public interface CheckedCluster extends Closeable {
  /** Something that an operator does to a table. */
  enum Action {
    DISABLE,
    ENABLE,
    DROP,
    TRUNCATE,
    FLUSH,
    COMPACT,
    /** Moves each region to another region server. */
    MOVE,
    /** Moves regions so that each region server has as many as the others. */
    SPREAD,
    /** Merges the first two regions. */
    MERGE
  }

  CheckedTable open(String table) throws IOException;

  /** Creates a table that is cut at these keys. */
  void create(String table, byte[][] splits) throws IOException;

  /** Requests that a region is split at a key. */
  void split(String table, byte[] at) throws IOException;

  void act(Action action, String table) throws IOException;

  /** Drops a table in whatever state it is; nothing if there is none. */
  void remove(String table) throws IOException;
}
