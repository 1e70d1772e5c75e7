package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.recorder.Recorder;
import io.argus.core.settings.SettingsOverrides;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the changes of settings that operators make. Those of the last hour may have been made
 * before this master was active; to record one twice is to record it once.
 *
 * <p>Used by one thread at a time.
 */
final class RecordedChanges {
  private static final Logger LOG = LoggerFactory.getLogger(RecordedChanges.class);
  private static final long KNOWN_MILLIS = TimeUnit.HOURS.toMillis(1);

  private final ClusterDocuments documents;
  private final Recorder recorder;
  private long version;

  RecordedChanges(ClusterDocuments documents, Recorder recorder) {
    this.documents = documents;
    this.recorder = recorder;
  }

  /**
   * Records what is new. If the settings cannot be read, the next round tries again.
   *
   * @param current version of the settings
   * @param nowMillis milliseconds since the epoch
   */
  void record(long current, long nowMillis) {
    if (current == version) {
      return;
    }
    SettingsOverrides stored;
    try {
      stored = SettingsOverrides.readOrNone(documents.read(ClusterDocuments.SETTINGS));
    } catch (IOException e) {
      LOG.warn("Changes of settings are not recorded this time: {}", e.toString());
      return;
    }
    for (SettingsOverrides.Change change : stored.log()) {
      if (change.version() > version && change.millis() > nowMillis - KNOWN_MILLIS) {
        recorder.note(change.millis(), "change", change.who() + ": " + AuditTexts.text(change), "");
      }
    }
    version = current;
  }
}
