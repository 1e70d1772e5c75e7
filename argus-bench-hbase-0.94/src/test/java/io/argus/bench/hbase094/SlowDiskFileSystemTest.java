package io.argus.bench.hbase094;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowDiskFileSystemTest {

  @Test
  void storeFilesAreLimited() {
    assertThat(slow("hdfs://localhost:1/hbase/tenanta.usertable/0a1b/f/2c3d")).isTrue();
    assertThat(slow("hdfs://localhost:1/hbase/.archive/tenanta.usertable/0a1b/f/2c")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/hbase/.logs/host,1,2/x",
        "/hbase/.oldlogs/x",
        "/hbase/splitlog/host,1,2/a/b/x",
        "/hbase/tenanta.usertable/0a1b/recovered.edits/1",
        "/hbase/tenanta.usertable/0a1b/.regioninfo",
        "/hbase/hbase.id"
      })
  void logsAndOtherFilesAreNot(String path) {
    assertThat(slow(path)).isFalse();
  }

  private static boolean slow(String path) {
    return new SlowDiskFileSystem().isStoreFile(new Path(path));
  }
}
