package io.argus.hbase2.cache;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.HFileLink;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * The tables of the store files of an open region, by the file name under which their blocks are
 * cached.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class OpenStoreFiles {
  private OpenStoreFiles() {}

  static Map<String, TableName> of(HRegion region) {
    Map<String, TableName> tables = new HashMap<>();
    TableName table = region.getTableDescriptor().getTableName();
    for (HStore store : region.getStores()) {
      for (HStoreFile file : store.getStorefiles()) {
        add(tables, file.getPath().getName(), table);
      }
    }
    return tables;
  }

  /** A half of a split region and a link to another table's file share the blocks of that file. */
  private static void add(Map<String, TableName> tables, String name, TableName table) {
    if (StoreFileInfo.isReference(name)) {
      add(tables, StoreFileInfo.getReferredToRegionAndFile(name).getSecond(), table);
    } else if (HFileLink.isHFileLink(name)) {
      tables.put(HFileLink.getReferencedHFileName(name), HFileLink.getReferencedTableName(name));
    } else {
      tables.put(name, table);
    }
  }
}
