package io.argus.cluster.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The files of a control group, with nobody behind them. */
@Timeout(30)
class PageCacheLimitTest {
  @TempDir private Path group;
  private PageCacheLimit limit;

  @BeforeEach
  void groupOf300() throws IOException {
    limit = new PageCacheLimit(group, group, 1_000);
    Files.writeString(group.resolve("memory.usage_in_bytes"), "300\n");
    own(200);
  }

  private void own(long bytes) throws IOException {
    Path written = group.resolve("new");
    Files.writeString(written, "cache 50\nrss " + bytes + "\nrss_huge 7\n");
    Files.move(
        written,
        group.resolve("memory.stat"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  private void awaitLimit(String bytes) throws IOException, InterruptedException {
    Path file = group.resolve("memory.limit_in_bytes");
    long start = System.nanoTime();
    while (!Files.readString(file).equals(bytes)) {
      assertThat(System.nanoTime() - start)
          .as("limit is %s, not %s", Files.readString(file), bytes)
          .isLessThan(TimeUnit.SECONDS.toNanos(10));
      Thread.sleep(5);
    }
  }

  @Test
  void theLimitFollowsWhatTheProcessesTakeButNotDown() throws Exception {
    limit.hold();
    awaitLimit("1300");
    own(260);
    awaitLimit("1360");
    own(100);
    own(270);
    awaitLimit("1370");
    limit.release();
    awaitLimit("-1");
  }

  @Test
  void processesWaitForMemoryOnlyWhileItIsHeld() throws Exception {
    Path oomControl = group.resolve("memory.oom_control");
    limit.hold();
    assertThat(oomControl).hasContent("1");
    limit.release();
    assertThat(oomControl).hasContent("0");
  }

  @Test
  void itIsSetAnewFromWhatIsUsedThen() throws Exception {
    limit.hold();
    awaitLimit("1300");
    Files.writeString(group.resolve("memory.usage_in_bytes"), "250\n");
    limit.hold();
    awaitLimit("1250");
    limit.release();
  }
}
