package io.argus.hbase094.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedInputStreamTest {
  @TempDir Path directory;

  private static long counted(long before) {
    return ThreadHdfsBytes.readByThisThread() - before;
  }

  @Test
  void everyKindOfReadCountsForItsThreadAndYieldsTheFile() throws Exception {
    byte[] content = new byte[1_000];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) i;
    }
    Path file = Files.write(directory.resolve("file"), content);
    FileSystem files = FileSystem.getLocal(new Configuration()).getRaw();
    try (FSDataInputStream stream =
        new FSDataInputStream(
            new CountedInputStream(files.open(new org.apache.hadoop.fs.Path(file.toUri()))))) {
      long before = ThreadHdfsBytes.readByThisThread();
      byte[] buffer = new byte[100];
      assertThat(stream.read(300, buffer, 0, 100)).isEqualTo(100);
      assertThat(buffer[0]).isEqualTo(content[300]);
      assertThat(counted(before)).isEqualTo(100);
      stream.readFully(500, buffer, 0, 50);
      assertThat(counted(before)).isEqualTo(150);
      stream.seek(700);
      assertThat(stream.getPos()).isEqualTo(700);
      assertThat(stream.read()).isEqualTo(content[700] & 0xff);
      stream.readFully(buffer, 0, 20);
      assertThat(buffer[0]).isEqualTo(content[701]);
      assertThat(counted(before)).isEqualTo(171);
      stream.seek(1_000);
      assertThat(stream.read()).isEqualTo(-1);
      assertThat(counted(before)).isEqualTo(171);
      Thread other = new Thread(() -> readAll(stream));
      other.start();
      other.join();
      assertThat(counted(before)).isEqualTo(171);
    }
  }

  private static void readAll(FSDataInputStream stream) {
    try {
      stream.readFully(0, new byte[1_000], 0, 1_000);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
