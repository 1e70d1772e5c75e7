package io.argus.hbase2;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Coprocessor;

/** A list of classes that HBase loads as coprocessors. */
final class CoprocessorList {
  private CoprocessorList() {}

  /** Puts a coprocessor of Argus before those that the configuration names. */
  static void putFirst(Configuration conf, String key, Class<? extends Coprocessor> type) {
    String first = type.getName() + "|" + Coprocessor.PRIORITY_HIGHEST;
    OverwrittenKey list = new OverwrittenKey(conf, key);
    String given = list.given().orElse("");
    if (given.isEmpty()) {
      list.overwrite(first);
    } else if (given.contains(type.getName())) {
      list.overwrite(given);
    } else {
      list.overwrite(first + "," + given);
    }
  }
}
