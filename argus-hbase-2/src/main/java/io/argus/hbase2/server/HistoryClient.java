package io.argus.hbase2.server;

import io.argus.core.recorder.RecordFiles;
import io.argus.hadoop.HdfsFiles;
import io.argus.hadoop.HistoryProgram;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** The entry class of {@link HistoryProgram} for HBase 2. */
public final class HistoryClient {
  private HistoryClient() {}

  public static void main(String[] arguments) throws IOException {
    HistoryProgram.run(() -> files(HBaseConfiguration.create()), arguments);
  }

  /** HBase 2 looks only for names that it knows in its root directory. */
  static RecordFiles files(Configuration conf) {
    return HdfsFiles.of(conf, "argus");
  }
}
