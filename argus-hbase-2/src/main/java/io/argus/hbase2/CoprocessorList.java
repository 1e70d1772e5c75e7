package io.argus.hbase2;

import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  private final String last;

  /**
   * @param conf a server's configuration, or a copy of it
   * @param argus the coprocessor of Argus that is to come first
   * @param last the entry that is to come last; empty if there is none
   */
  CoprocessorList(Configuration conf, String key, Class<? extends Coprocessor> argus, String last) {
    this.key = new OverwrittenKey(conf, key);
    this.argus = argus;
    this.last = last;
  }

  /** Puts Argus's coprocessors around those that the configuration names. */
  void install() {
    String first = argus.getName() + "|" + Coprocessor.PRIORITY_HIGHEST;
    String given = key.given().orElse("");
    boolean hasFirst = given.contains(argus.getName());
    key.overwrite(
        Stream.of(hasFirst ? "" : first, given, last)
            .filter(entry -> !entry.isEmpty())
            .collect(Collectors.joining(",")));
  }

  /** Takes over what the configuration names now, if Argus's coprocessor is installed. */
  void renew() {
    if (key.isOverwritten()) {
      install();
    }
  }
}
