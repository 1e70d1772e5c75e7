package io.argus.regionserver.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.handler.ClosedLoop;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compactions beside the reads of another tenant, on a disk of 2,000 blocks a second. */
@Timeout(60)
@Tag("long")
class BackgroundWorkTest {
  private static final TenantId READER = TenantId.of("reader");
  private static final TenantId LOADER = TenantId.of("loader");
  private static final int BLOCKS_PER_SECOND = 2_000;
  private static final double CAPACITY = (double) BLOCKS_PER_SECOND * ClosedLoop.BLOCK_BYTES;
  private static final long CHUNK = 64 << 10;

  /**
   * What compactions moved beside readers that kept the disk busy. On a slow machine the emulated
   * disk serves less in a second, too, so that the clock is for upper bounds only.
   */
  private record Pace(double ofReads, double ofCapacity) {
    void requireBetween(double least, double most) {
      assertThat(ofReads).as("as a part of what was read").isGreaterThan(least);
      assertThat(ofCapacity).as("in a second, as a part of the capacity").isLessThan(most);
    }
  }

  /** A compaction beside 40 readers with those shares. */
  private static Pace paced(double loaderShare, double urgency, String... settings)
      throws InterruptedException {
    return paced(1, loaderShare, urgency, settings);
  }

  /** So many compactions of a tenant beside 40 readers. */
  private static Pace paced(int works, double loaderShare, double urgency, String... settings)
      throws InterruptedException {
    String[] all = new String[settings.length + 2];
    all[0] = "argus.credits";
    all[1] = Long.toString((long) (2 * CAPACITY));
    System.arraycopy(settings, 0, all, 2, settings.length);
    try (ClosedLoop server = new ClosedLoop(ClosedLoop.settings(all), 4, BLOCKS_PER_SECOND)) {
      server.scheduler.apply(
          ClosedLoop.plan(
              true,
              Reservation.of(READER, 0.5, 1 - loaderShare),
              Reservation.of(LOADER, 0.5, loaderShare)));
      server.clients(READER, 40, 1);
      server.untilReads(500);
      AtomicLong moved = new AtomicLong();
      AtomicBoolean ended = new AtomicBoolean();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < works; i++) {
        threads.add(new Thread(() -> move(server, urgency, ended, moved)));
      }
      long begin = System.nanoTime();
      threads.forEach(Thread::start);
      server.untilReads(BLOCKS_PER_SECOND);
      double part = moved.get() / CAPACITY;
      double seconds = (System.nanoTime() - begin) / 1e9;
      ended.set(true);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(server.scheduler.faults()).isZero();
      return new Pace(part, part / seconds);
    }
  }

  private static void move(
      ClosedLoop server, double urgency, AtomicBoolean ended, AtomicLong moved) {
    BackgroundWork work = server.scheduler.background(LOADER, () -> urgency, read -> {});
    while (!ended.get() && moved.get() < 8 * CAPACITY) { // else nothing holds it
      work.wrote(CHUNK);
      moved.addAndGet(CHUNK);
    }
  }

  @Test
  void aCompactionMovesNoMoreThanItsTenantsShareBesideBusyReaders() throws InterruptedException {
    paced(0.3, 0).requireBetween(0.2, 0.45);
  }

  @Test
  void aCompactionOfATenantWithHardlyAShareStillMovesTheFloor() throws InterruptedException {
    paced(0.001, 0).requireBetween(0.07, 0.2);
  }

  @Test
  void twelveCompactionsTogetherMoveTheFloor() throws InterruptedException {
    paced(12, 0.001, 0).requireBetween(0.05, 0.25);
  }

  @Test
  void aStoreThatIsAboutToBlockWritesIsCompactedWithoutWaiting() throws InterruptedException {
    assertThat(paced(0.001, 1).ofReads).isGreaterThan(4);
  }

  @Test
  void whereItIsSwitchedOffOrOnlyObservedNothingWaits() throws InterruptedException {
    assertThat(paced(0.3, 0, "argus.background.enabled", "false").ofReads).isGreaterThan(4);
    assertThat(paced(0.3, 0, "argus.mode", "observe").ofReads).isGreaterThan(4);
  }

  @Test
  void aloneACompactionGoesAsFastAsItCan() throws InterruptedException {
    try (ClosedLoop server = new ClosedLoop(ClosedLoop.settings(), 4, BLOCKS_PER_SECOND)) {
      BackgroundWork work = server.scheduler.background(LOADER, () -> 0, read -> {});
      long begin = System.nanoTime();
      for (int i = 0; i < 2_000; i++) {
        work.wrote(CHUNK);
      }
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(5));
    }
  }

  @Test
  void aloneItIsHeldByCreditsThatAreSet() throws InterruptedException {
    long credits = 400 * CHUNK;
    try (ClosedLoop server =
        new ClosedLoop(
            ClosedLoop.settings("argus.credits", Long.toString(credits)), 4, BLOCKS_PER_SECOND)) {
      BackgroundWork work = server.scheduler.background(LOADER, () -> 0, read -> {});
      long begin = System.nanoTime();
      for (int i = 0; i < 400; i++) {
        work.wrote(CHUNK);
      }
      // The credits of two seconds, of which those of half a second may have been saved up.
      assertThat(System.nanoTime() - begin).isBetween(1_300_000_000L, 10_000_000_000L);
    }
  }

  @Test
  void whatWasReadIsPaidForBesideWhatWasWritten() {
    AtomicLong read = new AtomicLong(1_000);
    AtomicLong reported = new AtomicLong();
    AtomicLong paid = new AtomicLong();
    AtomicLong readNanos = new AtomicLong();
    AtomicLong now = new AtomicLong(5_000);
    BackgroundWork work =
        new BackgroundWork(
            read::get,
            now::get,
            reported::addAndGet,
            moved -> {
              paid.addAndGet(moved.readBytes + moved.writtenBytes);
              readNanos.addAndGet(moved.readNanos);
            },
            nanos -> {},
            new Faults());
    BackgroundWork.readBegins();
    now.addAndGet(300);
    read.addAndGet(70_000);
    work.wrote(40_000);
    now.addAndGet(1_000);
    assertThat(paid).hasValue(0);
    work.wrote(40_000);
    assertThat(paid).hasValue(150_000);
    assertThat(readNanos).hasValue(300);
    work.wrote(5);
    BackgroundWork.readBegins();
    now.addAndGet(20);
    BackgroundWork.readBegins();
    now.addAndGet(10);
    read.addAndGet(7);
    work.end();
    assertThat(paid).hasValue(150_012);
    assertThat(reported).hasValue(70_007);
    assertThat(readNanos).hasValue(330);
    BackgroundWork.readBegins();
    now.addAndGet(10);
    work.end();
    assertThat(readNanos).hasValue(330);
  }

  @Test
  void aFaultLetsTheWorkGoOn() {
    Faults faults = new Faults();
    BackgroundWork work =
        new BackgroundWork(
            () -> 0,
            System::nanoTime,
            reported -> {},
            moved -> {
              throw new IllegalStateException("injected");
            },
            nanos -> {},
            faults);
    assertThatCode(() -> work.wrote(1 << 20)).doesNotThrowAnyException();
    assertThat(faults.count()).isEqualTo(1);
  }
}
