package io.argus.load.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlowDiskFileSystemTest {

  @Test
  void storeFilesAreLimited() {
    assertThat(slow("hdfs://localhost:1/hbase/data/tenanta/usertable/0a1b/f/2c3d")).isTrue();
    assertThat(slow("hdfs://localhost:1/hbase/archive/data/tenanta/usertable/0a1b/f/2c")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/hbase/WALs/host,1,2/x",
        "/hbase/oldWALs/x",
        "/hbase/MasterData/data/master/store/0a/proc/x",
        "/hbase/data/tenanta/usertable/0a1b/recovered.edits/1",
        "/hbase/.logs/host,1,2/x",
        "/hbase/hbase.id"
      })
  void logsAndTheMastersOwnFilesAreNot(String path) {
    assertThat(slow(path)).isFalse();
  }

  private static boolean slow(String path) {
    return SlowDiskFileSystem.isStoreFile(new Path(path));
  }
}
