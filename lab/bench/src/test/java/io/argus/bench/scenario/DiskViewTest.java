package io.argus.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.disk.Disk;
import io.argus.cluster.disk.Disks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DiskViewTest {
  /** Reads as fast as it is limited to, 100 a second at full speed. */
  private static final class BusyDisk implements Disk {
    private long reads;
    private int limit = 100;

    @Override
    public String name() {
      return "busy";
    }

    @Override
    public Path attach() {
      return Path.of("nowhere");
    }

    @Override
    public void adopt(long dataNodePid) {}

    @Override
    public void throttle(boolean on) {}

    @Override
    public int limit(double part) {
      limit = (int) (100 * part);
      return limit;
    }

    @Override
    public OptionalLong reads() {
      return OptionalLong.of(reads);
    }

    void work(double seconds) {
      reads += Math.round(limit * seconds);
    }
  }

  private final BusyDisk disk = new BusyDisk();

  private Timeline played(DiskView view) throws IOException {
    for (int i = 0; i < 20; i++) {
      view.tick(0.3 * i);
      disk.work(0.3);
    }
    view.tick(6);
    return view.reads(6).orElseThrow();
  }

  @Test
  void theDiskIsAsFastAsThePhaseSays() throws IOException {
    DiskView view = new DiskView(Disks.single(disk), Scenario.disk(2));
    Timeline reads = played(view);
    assertThat(view.limits()).containsExactly(100, 50, 100);
    assertThat(reads.opsBySecond()).element(0).isEqualTo(100L);
    assertThat(reads.opsBySecond()).element(3).isEqualTo(50L);
    assertThat(reads.opsBySecond()).element(5).isEqualTo(100L);
  }

  @Test
  void elseNothingIsChanged() throws IOException {
    DiskView view = new DiskView(Disks.single(disk), Scenario.demand(2));
    assertThat(played(view).opsBySecond()).isEqualTo(List.of(100L, 100L, 100L, 100L, 100L, 100L));
    assertThat(view.limits()).isEmpty();
  }
}
