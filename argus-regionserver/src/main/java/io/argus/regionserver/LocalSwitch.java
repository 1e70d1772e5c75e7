package io.argus.regionserver;

import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The switch of one region server, which needs neither master nor ZooKeeper: while the file {@link
 * Settings#OFF_FILE} exists, Argus is off on this server.
 *
 * <p>A thread of its own looks for the file twice a second, and ends changes of settings whose time
 * is over. Safe for use by any thread.
 */
final class LocalSwitch {
  /** A system property that HBase's start scripts set. */
  private static final String LOG_DIRECTORY = "hbase.log.dir";

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final LiveSettings settings;
  private final File file;
  private volatile @Nullable Thread watcher;

  LocalSwitch(LiveSettings settings) {
    this(settings, locate(settings.site().get(Settings.OFF_FILE)));
  }

  LocalSwitch(LiveSettings settings, File file) {
    this.settings = settings;
    this.file = file;
  }

  private static File locate(String path) {
    File given = new File(path);
    String logs = System.getProperty(LOG_DIRECTORY);
    return given.isAbsolute() || logs == null
        ? given.getAbsoluteFile()
        : new File(logs, path).getAbsoluteFile();
  }

  File file() {
    return file;
  }

  /** Looks for the file now, and periodically from now on. */
  synchronized void start() {
    poll();
    if (watcher == null) {
      Thread thread = new Thread(this::watch, "argus.switch");
      thread.setDaemon(true);
      watcher = thread;
      thread.start();
    }
  }

  synchronized void stop() {
    Thread thread = watcher;
    watcher = null;
    LockSupport.unpark(thread);
  }

  private void watch() {
    while (watcher == Thread.currentThread()) {
      LockSupport.parkNanos(this, PERIOD_NANOS);
      poll();
    }
  }

  /** Throws nothing. If Java forbids the look, the switch stays as it is. */
  private void poll() {
    try {
      boolean off = file.exists();
      if (off != settings.isSwitchedOff()) {
        LOG.warn(
            "Argus is {} on this server: {} {}",
            off ? "off" : "on again",
            file,
            off ? "exists" : "is gone");
        settings.switchOff(off);
      }
      settings.poll();
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Cannot look for {}", file, e);
    }
  }
}
