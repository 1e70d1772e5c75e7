package io.argus.hbase2;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * A key of a server's live configuration that Argus has overwritten, and what it says without
 * Argus.
 *
 * <p>Hadoop keeps a value that a program sets when it reads the files again. What the files say now
 * is therefore read from a copy in which nobody has set the key. A value that somebody else had set
 * in the program, before Argus, counts instead of the files, as it would without Argus.
 *
 * <p>Used by one thread.
 */
final class OverwrittenKey {
  private static final String SET_BEFORE = "io.argus.set.before.";

  private final Configuration conf;
  private final String key;

  /**
   * @param conf a server's configuration, or a copy of it
   */
  OverwrittenKey(Configuration conf, String key) {
    this.conf = conf;
    this.key = key;
  }

  /** The value of the files as they are now, or of who set it before Argus. */
  Optional<String> given() {
    if (!isOverwritten()) {
      return Optional.ofNullable(conf.get(key));
    }
    String setBefore = conf.get(SET_BEFORE + key);
    return Optional.ofNullable(setBefore == null || setBefore.isEmpty() ? ofFiles() : setBefore);
  }

  void overwrite(String value) {
    if (!isOverwritten()) {
      String current = conf.get(key);
      boolean isSet = current != null && !current.equals(ofFiles());
      conf.set(SET_BEFORE + key, isSet ? current : "");
    }
    conf.set(key, value);
  }

  boolean isOverwritten() {
    return conf.get(SET_BEFORE + key) != null;
  }

  private @Nullable String ofFiles() {
    Configuration files = new Configuration(conf);
    files.unset(key);
    files.reloadConfiguration();
    return files.get(key);
  }
}
