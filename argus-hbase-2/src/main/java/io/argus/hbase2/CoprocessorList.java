package io.argus.hbase2;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Coprocessor;

/**
 * A list of classes that HBase loads as coprocessors.
 *
 * <p>Used by one thread.
 */
final class CoprocessorList {
  private final OverwrittenKey key;
  private final Class<? extends Coprocessor> argus;

  /**
   * @param conf a server's configuration, or a copy of it
   * @param argus the coprocessor of Argus that is to come first
   */
  CoprocessorList(Configuration conf, String key, Class<? extends Coprocessor> argus) {
    this.key = new OverwrittenKey(conf, key);
    this.argus = argus;
  }

  /** Puts Argus's coprocessor before those that the configuration names. */
  void install() {
    String first = argus.getName() + "|" + Coprocessor.PRIORITY_HIGHEST;
    String given = key.given().orElse("");
    if (given.isEmpty()) {
      key.overwrite(first);
    } else if (given.contains(argus.getName())) {
      key.overwrite(given);
    } else {
      key.overwrite(first + "," + given);
    }
  }

  /** Takes over what the configuration names now, if Argus's coprocessor is installed. */
  void renew() {
    if (key.isOverwritten()) {
      install();
    }
  }
}
