package io.argus.hbase094;

import io.argus.core.recorder.RecordFiles;
import io.argus.hadoop.HdfsFiles;
import io.argus.hadoop.HistoryProgram;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** The entry class of {@link HistoryProgram} for HBase 0.94. */
final class HistoryClient {
  private HistoryClient() {}

  public static void main(String[] arguments) throws IOException {
    HistoryProgram.run(() -> files(HBaseConfiguration.create()), arguments);
  }

  /**
   * HBase takes every directory in its root directory for a table, but a few of its own. In this
   * one, hbck keeps files, and nobody deletes any.
   */
  static RecordFiles files(Configuration conf) {
    return HdfsFiles.of(conf, ".hbck/argus");
  }
}
