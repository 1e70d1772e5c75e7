package io.argus.regionserver.plan;

import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The switch of one region server that needs neither master nor ZooKeeper: while a file exists,
 * named by {@link Settings#OFF_FILE}, Argus is off on this server.
 *
 * <p>Looks from a thread of its own. Safe for use by any thread.
 */
public final class LocalSwitch {
  /** System property of HBase's own start scripts. */
  private static final String LOG_DIRECTORY = "hbase.log.dir";

  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final LiveSettings settings;
  private final File file;
  private volatile @Nullable Thread watcher;

  public LocalSwitch(LiveSettings settings) {
    this(settings, locate(settings.site().get(Settings.OFF_FILE)));
  }

  public LocalSwitch(LiveSettings settings, File file) {
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

  public File file() {
    return file;
  }

  /** Looks now, and from now on. */
  public synchronized void start() {
    look();
    if (watcher == null) {
      Thread thread = new Thread(this::watch, "argus.switch");
      thread.setDaemon(true);
      watcher = thread;
      thread.start();
    }
  }

  public synchronized void stop() {
    Thread thread = watcher;
    watcher = null;
    LockSupport.unpark(thread);
  }

  private void watch() {
    while (watcher == Thread.currentThread()) {
      LockSupport.parkNanos(this, PERIOD_NANOS);
      look();
    }
  }

  /** Throws nothing: who must not look leaves the switch as it is. */
  private void look() {
    try {
      boolean off = file.exists();
      if (off != settings.isSwitchedOff()) {
        LOG.warn("Argus: {} {}", file, off ? "is there: off on this server" : "is gone");
        settings.switchOff(off);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("Cannot look for {}", file, e);
    }
  }
}
