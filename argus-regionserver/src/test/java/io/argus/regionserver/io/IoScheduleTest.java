package io.argus.regionserver.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.handler.ClosedLoop;
import io.argus.regionserver.scheduling.Faults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IoScheduleTest {
  private static final long BLOCK = 64 << 10;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  private IoPolicy policy;
  private IoSchedule schedule;
  private IoAdmission admission;
  private final List<IoTenant> tenants = new ArrayList<>();
  private long now;
  private boolean keptForGuarantees;

  private void use(String... keysAndValues) {
    policy = IoPolicy.of(ClosedLoop.settings(keysAndValues));
    schedule = new IoSchedule(policy, now);
    admission = new IoAdmission(policy, () -> 0, () -> 0, new Faults());
  }

  private void shares(double... shares) {
    for (double share : shares) {
      IoTenant tenant = schedule.add(TenantId.of("t" + tenants.size()));
      schedule.share(tenant, share, 1.0 / shares.length);
      tenants.add(tenant);
    }
  }

  private IoRequest request(int tenant) {
    IoRequest request = new IoRequest(admission, Thread.currentThread(), HandlerSlot.NONE);
    request.begin(tenants.get(tenant), RequestKind.GET, 0);
    return request;
  }

  private IoRequest enter(int tenant) {
    return enter(request(tenant));
  }

  private IoRequest enter(int tenant, int reads) {
    IoRequest request = request(tenant);
    request.reads = reads;
    return enter(request);
  }

  private IoRequest enter(int tenant, String block) {
    IoRequest request = request(tenant);
    request.cachedBlock = block;
    return enter(request);
  }

  private IoRequest enter(IoRequest request) {
    schedule.enter(request, now);
    return request;
  }

  @Test
  void readsThatHangLeaveTheirPlacesToOthers() {
    use("argus.io.concurrency.limit", "2");
    shares(0.5, 0.5);
    IoRequest first = enter(0);
    IoRequest second = enter(0);
    assertThat(schedule.grant(now)).isSameAs(first);
    assertThat(schedule.grant(now)).isSameAs(second);
    IoRequest other = enter(1);
    now += SECOND / 2;
    schedule.releaseOverdue(now);
    assertThat(schedule.grant(now)).as("they may just be slow").isNull();
    now += SECOND;
    schedule.releaseOverdue(now);
    assertThat(schedule.grant(now)).isSameAs(other);
    assertThat(schedule.atHdfs()).isEqualTo(1);
    schedule.leave(first, BLOCK, now);
    schedule.leave(other, BLOCK, now);
    schedule.leave(second, BLOCK, now);
    assertThat(schedule.atHdfs()).isZero();
    assertThat(tenants.get(0).atHdfs()).isZero();
    assertConserved();
  }

  @Test
  void readsThatAreNotAdmittedKeepNobodyOut() {
    use("argus.io.concurrency.limit", "2");
    shares(0.5, 0.5);
    List<IoRequest> underLocks = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      IoRequest request = request(0);
      schedule.grantAnyway(request, false, now);
      underLocks.add(request);
    }
    assertThat(schedule.atHdfs()).isZero();
    IoRequest first = enter(1);
    IoRequest second = enter(1);
    IoRequest third = enter(1);
    assertThat(schedule.grant(now)).isSameAs(first);
    assertThat(schedule.grant(now)).isSameAs(second);
    assertThat(schedule.grant(now)).as("those that are admitted count").isNull();
    underLocks.forEach(request -> schedule.leave(request, BLOCK, now));
    assertThat(schedule.grant(now)).isNull();
    schedule.leave(first, BLOCK, now);
    assertThat(schedule.grant(now)).isSameAs(third);
    assertThat(tenants.get(0).account.spent()).as("charged").isEqualTo(30 * BLOCK);
    assertConserved();
  }

  @Test
  void oneReadIsEnoughForAllOfItsTenantThatWantTheBlock() {
    use("argus.io.concurrency.limit", "1");
    shares(0.5, 0.5);
    IoRequest reader = enter(0, "block");
    assertThat(schedule.grant(now)).isSameAs(reader);
    IoRequest late = enter(0, "block");
    assertThat(late.mayRead()).as("it is being read").isTrue();
    IoRequest ofAnother = enter(1, "block");
    assertThat(ofAnother.mayRead()).as("another's reads are another's").isFalse();
    List<IoRequest> walkers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      walkers.add(enter(0, "next block"));
    }
    IoRequest elsewhere = enter(0, "third block");
    assertThat(schedule.grant(now)).isNull();
    schedule.leave(reader, BLOCK, now);
    assertThat(schedule.grant(now)).isSameAs(ofAnother);
    schedule.leave(ofAnother, BLOCK, now);
    for (IoRequest walker : walkers) {
      assertThat(schedule.grant(now)).isSameAs(walker);
    }
    assertThat(schedule.grant(now)).as("one read is in flight").isNull();
    assertThat(schedule.atHdfs()).isEqualTo(1);
    schedule.leave(walkers.get(0), BLOCK, now);
    assertThat(schedule.grant(now)).isSameAs(elsewhere);
    schedule.leave(elsewhere, BLOCK, now);
    assertThat(tenants.get(0).account.spent()).as("charged once a block").isEqualTo(3 * BLOCK);
    assertThat(schedule.waiting()).isZero();
    assertConserved();
  }

  @Test
  void readsOfATableThatTheCacheNeverHoldsNeedGrantsOfTheirOwn() {
    use("argus.io.concurrency.limit", "1");
    shares(1);
    enter(0, "block");
    schedule.grant(now);
    IoTenant tenant = tenants.get(0);
    int beside = 0;
    while (enter(0, "block").mayRead()) {
      beside++;
      tenant.readAgain();
      assertThat(beside).isLessThan(100);
    }
    assertThat(beside).isGreaterThan(1);
    for (int i = 1; i < 100; i++) {
      assertThat(enter(0, "block").mayRead()).as("for a while").isFalse();
    }
    assertThat(enter(0, "block").mayRead()).as("it may be another table now").isTrue();
  }

  @Test
  void itDoesNotMatterWhichOfThoseThatWantABlockReadsIt() {
    use("argus.io.concurrency.limit", "1");
    shares(1);
    for (int i = 0; i < 1000; i++) {
      IoRequest granted = enter(0, "block " + i);
      schedule.grant(now);
      assertThat(enter(0, "block " + i).mayRead()).isTrue();
      tenants.get(0).readAgain();
      schedule.leave(granted, 0, now);
    }
  }

  @Test
  void longRequestsAdvanceInTurnBesideShortOnes() {
    use("argus.io.concurrency.limit", "1");
    shares(1);
    List<IoRequest> longOnes = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      longOnes.add(enter(0, IoTenant.READS_IN_A_ROW + 1));
    }
    for (int i = 0; i < 25; i++) {
      enter(0);
    }
    int[] readsEach = new int[10];
    int shortOnes = 0;
    for (int step = 0; step < 400; step++) {
      now += MILLI;
      IoRequest request = schedule.grant(now);
      schedule.leave(request, BLOCK, now);
      int longOne = longOnes.indexOf(request);
      if (longOne < 0) {
        shortOnes++;
        enter(0);
      } else {
        readsEach[longOne]++;
        schedule.enter(request, now);
      }
    }
    assertThat(shortOnes).isEqualTo(100);
    assertThat(readsEach).containsOnly(30);
  }

  @Test
  void aRequestWithOneGrantForManyBytesMayTakeLonger() {
    use("argus.io.concurrency.limit", "1");
    shares(1);
    IoRequest whole = request(0);
    whole.begin(tenants.get(0), RequestKind.SCAN, 10 * BLOCK);
    whole.wholeGrant = true;
    schedule.enter(whole, now);
    assertThat(schedule.grant(now)).isSameAs(whole);
    IoRequest other = enter(0);
    now += 9 * SECOND;
    schedule.releaseOverdue(now);
    assertThat(schedule.grant(now)).isNull();
    now += 2 * SECOND;
    schedule.releaseOverdue(now);
    assertThat(schedule.grant(now)).isSameAs(other);
  }

  @Test
  void workThatReadsNextToNothingPaysAtLeastOneCredit() {
    use();
    shares(1);
    BackgroundWork.Moved moved = new BackgroundWork.Moved();
    moved.readBytes = 1;
    tenants.get(0).compactions().factor(0.5);
    assertThat(schedule.backgroundCost(tenants.get(0), moved, now)).isEqualTo(1);
  }

  private void assertConserved() {
    for (IoTenant tenant : tenants) {
      CreditAccount account = tenant.account;
      assertThat(account.earned())
          .isEqualTo(
              account.spent() + account.reserved() + account.balance() + account.forfeited());
    }
  }

  /** Closed-loop clients before a disk that serves one read after another; no threads. */
  private final class Disk {
    long nanosPerRead;
    final Random random = new Random(5);
    final long[] bytesPerRead;
    final long[] thinkNanos;
    final double[] served = new double[tenants.size()];
    final int[] reads = new int[tenants.size()];
    double idleNanosWhileWaiting;
    private long freeNanos;

    record Event(long nanos, boolean read, IoRequest request) {}

    final PriorityQueue<Event> events =
        new PriorityQueue<>((a, b) -> Long.compare(a.nanos, b.nanos));

    Disk(int readsPerSecond, long... bytesPerRead) {
      nanosPerRead = SECOND / readsPerSecond;
      this.bytesPerRead = bytesPerRead;
      thinkNanos = new long[bytesPerRead.length];
    }

    void clients(int tenant, int clients) {
      for (int i = 0; i < clients; i++) {
        events.add(new Event(now + i, false, request(tenant)));
      }
    }

    void run(long untilNanos) {
      while (true) {
        long nextEvent = events.isEmpty() ? Long.MAX_VALUE : events.peek().nanos;
        long nextRefill =
            schedule.blockedOnCredits() ? schedule.credits().nextSliceNanos() : Long.MAX_VALUE;
        if (Math.min(nextEvent, nextRefill) > untilNanos) {
          break;
        }
        step(Math.min(nextEvent, nextRefill));
        if (nextEvent <= nextRefill) {
          happen(events.poll());
        }
        grantAll();
      }
      step(untilNanos);
    }

    private void happen(Event event) {
      if (event.read) {
        int tenant = tenants.indexOf(event.request.ioTenant());
        long bytes = (long) (bytesPerRead[tenant] * (0.5 + random.nextDouble()));
        served[tenant] += bytes;
        reads[tenant]++;
        schedule.leave(event.request, bytes, now);
        events.add(new Event(now + thinkNanos[tenant], false, event.request));
      } else {
        schedule.enter(event.request, now);
      }
    }

    private void step(long next) {
      if (schedule.waiting() > 0 && schedule.atHdfs() == 0) {
        idleNanosWhileWaiting += next - now;
      }
      now = next;
    }

    private void grantAll() {
      for (IoRequest t = schedule.grant(now); t != null; t = schedule.grant(now)) {
        freeNanos = Math.max(freeNanos, now) + nanosPerRead;
        events.add(new Event(freeNanos, true, t));
      }
    }

    double since(double[] before) {
      return Arrays.stream(served).sum() - Arrays.stream(before).sum();
    }

    double[] fractions(double[] before) {
      double[] fractions = new double[served.length];
      double total = since(before);
      for (int i = 0; i < served.length; i++) {
        fractions[i] = (served[i] - before[i]) / total;
      }
      return fractions;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "78643200", "1000000000"})
  void sharesOfDiskTimeConvergeUnderUnequalClientsAndReadSizes(String credits) {
    use("argus.credits", credits);
    shares(0.1, 0.6, 0.3);
    Disk disk = new Disk(600, 3 * BLOCK, BLOCK, BLOCK / 4);
    disk.clients(0, 200);
    disk.clients(1, 50);
    disk.clients(2, 30);
    disk.run(20 * SECOND);
    int[] before = disk.reads.clone();
    disk.run(220 * SECOND);
    double[] shares = {0.1, 0.6, 0.3};
    double untilTheFirstRefill = credits.equals("auto") ? 0 : 50 * MILLI;
    for (int i = 0; i < shares.length; i++) {
      double diskTime = (disk.reads[i] - before[i]) / (200.0 * 600);
      assertThat(diskTime).isCloseTo(shares[i], within(0.03 * shares[i]));
    }
    assertThat(disk.idleNanosWhileWaiting).isLessThanOrEqualTo(untilTheFirstRefill);
    assertConserved();
  }

  @ParameterizedTest
  @CsvSource({
    "10000000, 5, 0.5", "20000000, 16, 0.5", "40000000, 8, 0.5", "40000000, 16, 0.9",
    "60000000, 5, 0.9", "60000000, 16, 0.5", "100000000, 8, 0.5", "100000000, 16, 0.9"
  })
  void creditsThatAreSetAreTheMostThatHdfsDoes(long credits, String limit, double share) {
    use("argus.credits", Long.toString(credits), "argus.io.concurrency.limit", limit);
    shares(share, 1 - share);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 50);
    disk.clients(1, 200);
    disk.run(10 * SECOND);
    double[] before = disk.served.clone();
    disk.run(70 * SECOND);
    double perSecond = Math.min(credits / 2.0, 600.0 * BLOCK);
    assertThat(disk.fractions(before)[0]).isCloseTo(share, within(0.01));
    assertThat(disk.since(before) / 60).isCloseTo(perSecond, within(0.02 * perSecond));
    assertThat(schedule.credits().hdfsCapacityPerSecond())
        .isCloseTo(perSecond, within(0.04 * perSecond));
    assertConserved();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5})
  void creditsThatAreSetAreBorrowedUpToTheLast(double shareOfAnIdleTenant) {
    long credits = 40_000_000;
    use("argus.credits", Long.toString(credits));
    shares(0.2, 0.3, shareOfAnIdleTenant);
    Disk disk = new Disk(600, BLOCK, BLOCK, BLOCK);
    disk.clients(0, 50);
    disk.clients(1, 50);
    disk.run(10 * SECOND);
    double[] before = disk.served.clone();
    disk.run(70 * SECOND);
    assertThat(disk.since(before) / 60).isCloseTo(credits / 2.0, within(0.02 * credits));
    assertThat(disk.fractions(before)[0]).isCloseTo(0.4, within(0.02));
    schedule.borrowing(false);
    before = disk.served.clone();
    disk.run(130 * SECOND);
    assertThat(disk.since(before) / 60).isCloseTo(credits / 4.0, within(0.02 * credits));
    assertConserved();
  }

  @Test
  void automaticCreditsFindWhatTheDiskSustains() {
    use();
    shares(0.5, 0.5);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 50);
    disk.clients(1, 200);
    assertThat(schedule.credits().creditsPerPeriod()).isZero();
    disk.run(20 * SECOND);
    double expected = 2 * 600 * BLOCK * CreditSource.HEADROOM;
    assertThat((double) schedule.credits().creditsPerPeriod())
        .isCloseTo(expected, within(0.03 * expected));
  }

  @ParameterizedTest
  @ValueSource(ints = {150, 300, 580, 1_200, 2_400})
  void automaticCreditsFollowADiskThatChangesWithinTenSecondsAndNeverHoldItBack(
      int readsPerSecond) {
    use();
    shares(0.2, 0.8);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 200);
    disk.clients(1, 50);
    disk.run(20 * SECOND + 700 * MILLI);
    double[] before = disk.served.clone();
    disk.nanosPerRead = SECOND / readsPerSecond;
    disk.run(30 * SECOND + 700 * MILLI);
    assertThat(schedule.credits().creditsPerSecond())
        .isBetween(
            0.97 * readsPerSecond * BLOCK, 1.03 * CreditSource.HEADROOM * readsPerSecond * BLOCK);
    double served = Arrays.stream(disk.served).sum() - Arrays.stream(before).sum();
    assertThat(served).isGreaterThan(0.97 * 10 * readsPerSecond * BLOCK);
    assertThat(disk.fractions(before)[0]).isCloseTo(0.2, within(0.03));
    assertThat(disk.idleNanosWhileWaiting).isZero();
    assertConserved();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.25, 0.5})
  void withoutBorrowingTenantIsHeldAtItsShareOfTheCredits(double share) {
    long credits = 2 * 600 * BLOCK;
    use("argus.credits", Long.toString(credits));
    shares(share, 1 - share);
    schedule.borrowing(false);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 50);
    disk.run(5 * SECOND);
    double before = disk.served[0];
    disk.run(65 * SECOND);
    double perPeriod = (disk.served[0] - before) / 30;
    assertThat(perPeriod).isCloseTo(share * credits, within(0.02 * share * credits));
    assertThat(tenants.get(0).account.surplus()).isZero();
    assertConserved();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void readsOfOneKindHaveOneCostFactorHoweverTheirCreditsComeInBursts(int others) {
    use("argus.credits", Long.toString(2 * 570 * BLOCK));
    double[] shares = new double[others + 1];
    Arrays.fill(shares, 0.5 / others);
    shares[0] = 0.5;
    shares(shares);
    schedule.borrowing(false);
    long[] bytes = new long[others + 1];
    Arrays.fill(bytes, BLOCK);
    Disk disk = new Disk(600, bytes);
    for (int i = 0; i <= others; i++) {
      disk.clients(i, 50);
    }
    disk.run(10 * SECOND);
    int before = disk.reads[0];
    disk.run(70 * SECOND);
    assertThat((disk.reads[0] - before) / 60.0).isCloseTo(285, within(6.0));
    for (IoTenant tenant : tenants) {
      assertThat(tenant.reads(RequestKind.GET).factor()).isCloseTo(1, within(0.05));
    }
  }

  @Test
  void withoutBorrowingCapacityStaysAsItWasMeasured() {
    use("argus.credits", "auto", "argus.io.concurrency.limit", "4");
    shares(1, 0);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 50);
    disk.run(30 * SECOND);
    double measured = schedule.credits().creditsPerSecond();
    assertThat(measured).isCloseTo(600 * BLOCK, within(0.05 * 600 * BLOCK));
    schedule.borrowing(false);
    schedule.share(tenants.get(0), 0.3, 0.5);
    disk.run(90 * SECOND);
    schedule.share(tenants.get(0), 1, 0.5);
    disk.run(150 * SECOND);
    double sustained = measured / CreditSource.HEADROOM;
    assertThat(schedule.credits().creditsPerSecond())
        .isCloseTo(sustained, within(0.01 * sustained));
  }

  @Test
  void borrowingGivesAnIdleTenantsShareToWhoeverIsBacklogged() {
    use("argus.credits", Long.toString(2 * 600 * BLOCK));
    shares(0.2, 0.8);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 20);
    disk.run(10 * SECOND);
    assertThat(disk.served[0] / (10.0 * 600 * BLOCK)).isCloseTo(1, within(0.02));
    assertThat(tenants.get(1).account.balance())
        .isLessThanOrEqualTo((long) Math.max(2 * BLOCK, 0.8 * 600 * BLOCK * 0.1) + 1);
    assertConserved();
  }

  @Test
  void returningTenantGetsItsShareAtOnceButNotMoreThanABoundedLag() {
    use("argus.credits", Long.toString(2 * 600 * BLOCK));
    shares(0.5, 0.5);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 50);
    disk.run(30 * SECOND);
    disk.clients(1, 50);
    double[] before = disk.served.clone();
    disk.run(31 * SECOND);
    double[] fractions = disk.fractions(before);
    assertThat(fractions[1]).isBetween(0.48, 0.62);
    before = disk.served.clone();
    disk.run(41 * SECOND);
    assertThat(disk.fractions(before)[1]).isCloseTo(0.5, within(0.01));
  }

  @Test
  void tenantBelowItsShareWaitsForNobodyButTheReadsUnderWay() {
    use("argus.credits", Long.toString(2 * 600 * BLOCK), "argus.io.concurrency.limit", "4");
    shares(0.5, 0.5);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 200);
    disk.clients(1, 1);
    disk.thinkNanos[1] = 20 * MILLI;
    disk.run(5 * SECOND);
    double before = disk.reads[1];
    disk.run(25 * SECOND);
    double perSecond = (disk.reads[1] - before) / 20;
    // 20 ms of thinking, up to one read's time for a grant, then 4 reads are served in order.
    assertThat(perSecond).isGreaterThan(1e3 / (20 + 5 * 1.7 + 0.5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "8", "16", "32"})
  void tenantWithFewClientsGetsItsShareWhateverTheLimit(String limit) {
    use("argus.io.concurrency.limit", limit);
    shares(0.7, 0.3);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 10);
    disk.clients(1, 200);
    disk.run(10 * SECOND);
    double[] before = disk.served.clone();
    disk.run(40 * SECOND);
    assertThat(disk.fractions(before)[0]).isCloseTo(0.7, within(0.02));
    assertThat(disk.idleNanosWhileWaiting).isZero();
  }

  @Test
  void requestThatReadsAgainGoesBeforeThoseThatHaveNotReadYetSomeTimesInARow() {
    use("argus.io.concurrency.limit", "4");
    shares(1);
    for (int i = 0; i < 4; i++) {
      enter(0);
      schedule.grant(now);
    }
    IoRequest first = enter(0, 1);
    IoRequest second = enter(0, 1);
    IoRequest longScan = enter(0, IoTenant.READS_IN_A_ROW + 1);
    IoRequest secondBlock = enter(0, 2);
    IoRequest thirdBlock = enter(0, IoTenant.READS_IN_A_ROW);
    assertThat(schedule.grant(now)).isNull();
    schedule.policy(IoPolicy.of(ClosedLoop.settings("argus.io.concurrency.limit", "16")));
    for (IoRequest next : List.of(longScan, secondBlock, thirdBlock, first, second)) {
      assertThat(schedule.grant(now)).isSameAs(next);
    }
    assertThat(schedule.waiting()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"auto, 10", "5000000, 60"})
  void nobodyBackloggedStarves(String credits, int periodSeconds) {
    use("argus.credits", credits);
    shares(0.001, 0.999);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 10);
    disk.clients(1, 300);
    for (int period = 1; period <= 60; period++) {
      double before = disk.served[0];
      disk.run(period * periodSeconds * SECOND);
      assertThat(disk.served[0]).isGreaterThan(before);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void randomCommandsConserveCreditsAndServeTheRightTenant(long seed) {
    Random random = new Random(seed);
    String credits = random.nextBoolean() ? "auto" : Long.toString(1 + random.nextInt(20_000_000));
    use(
        "argus.credits",
        credits,
        "argus.io.concurrency.limit",
        Integer.toString(1 + random.nextInt(12)));
    shares(0.1, 0.2, 0.3, 0.4);
    boolean borrowing = true;
    List<IoRequest> waiting = new ArrayList<>();
    List<IoRequest> reading = new ArrayList<>();
    for (int step = 0; step < 10_000; step++) {
      now += random.nextInt(3_000_000);
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> waiting.add(enter(random.nextInt(4)));
        case 3, 4 -> {
          if (!reading.isEmpty()) {
            long bytes = random.nextInt(4) == 0 ? 0 : random.nextInt(300_000);
            schedule.leave(reading.remove(random.nextInt(reading.size())), bytes, now);
          }
        }
        case 5 -> schedule.charge(tenants.get(random.nextInt(4)), random.nextInt(50_000), now);
        case 6 -> {
          if (random.nextInt(20) == 0) {
            borrowing = !borrowing;
            schedule.borrowing(borrowing);
          } else if (random.nextInt(20) == 0 && !waiting.isEmpty()) {
            IoRequest request = waiting.remove(random.nextInt(waiting.size()));
            schedule.grantAnyway(request, true, now);
            reading.add(request);
          }
        }
        default -> {
          boolean[] covered = covered();
          keptForGuarantees = keptForGuarantees();
          boolean surplus =
              borrowing && (credits.equals("auto") || schedule.credits().unused() > 0);
          IoRequest granted = schedule.grant(now);
          checkGrant(granted, covered, waiting, surplus);
          if (granted != null) {
            waiting.remove(granted);
            reading.add(granted);
          }
        }
      }
      assertThat(schedule.atHdfs()).isEqualTo(reading.size());
      assertThat(schedule.waiting()).isEqualTo(waiting.size());
      assertConserved();
    }
  }

  /** Which tenants' accounts cover their next read, reckoned anew from the rules. */
  private boolean[] covered() {
    schedule.advance(now);
    boolean[] covered = new boolean[tenants.size()];
    for (int i = 0; i < covered.length; i++) {
      IoTenant tenant = tenants.get(i);
      covered[i] =
          schedule.credits().creditsPerPeriod() > 0
              && tenant.head() != null
              && tenant.account.balance() >= estimate(tenant);
    }
    return covered;
  }

  private static long estimate(IoTenant tenant) {
    IoCost reads = tenant.reads(RequestKind.GET);
    return Math.max(4 << 10, (long) (reads.bytesEach(64 << 10) * reads.factor()));
  }

  /** Whether somebody reads with credits to spare and surplus reads may not start. */
  private boolean keptForGuarantees() {
    boolean belowGuarantee = false;
    for (IoTenant tenant : tenants) {
      long next = tenant.head() == null ? 64 << 10 : estimate(tenant);
      belowGuarantee |=
          tenant.atHdfs > 0
              && schedule.credits().creditsPerPeriod() > 0
              && tenant.account.balance() >= next;
    }
    return belowGuarantee
        && schedule.atHdfs() >= Math.max(4, schedule.concurrencyLimit().count() / 4);
  }

  private void checkGrant(
      IoRequest granted, boolean[] covered, List<IoRequest> waiting, boolean surplus) {
    boolean anyCovered = false;
    for (boolean one : covered) {
      anyCovered |= one;
    }
    if (schedule.atHdfs() - (granted == null ? 0 : 1) >= schedule.concurrencyLimit().count()
        || waiting.isEmpty()) {
      assertThat(granted).isNull();
    } else if (!anyCovered && keptForGuarantees) {
      assertThat(granted).isNull();
    } else if (!anyCovered && !surplus && schedule.credits().creditsPerPeriod() > 0) {
      assertThat(granted).isNull();
    } else {
      assertThat(granted).isNotNull();
      int tenant = tenants.indexOf(granted.ioTenant());
      assertThat(covered[tenant]).isEqualTo(anyCovered);
      IoRequest oldest =
          waiting.stream()
              .filter(t -> t.ioTenant() == granted.ioTenant())
              .findFirst()
              .orElseThrow();
      assertThat(granted).isSameAs(oldest);
    }
  }

  @Test
  void switchingToObserveLetsEverybodyThrough() {
    use("argus.credits", "1000");
    shares(0.5, 0.5);
    schedule.borrowing(false);
    for (int i = 0; i < 20; i++) {
      enter(i % 2);
    }
    for (IoRequest t = schedule.grant(now); t != null; t = schedule.grant(now)) {
      assertThat(t.granted).isTrue();
    }
    assertThat(schedule.waiting()).isGreaterThan(0);
    schedule.policy(IoPolicy.of(ClosedLoop.settings("argus.mode", "observe")));
    int granted = 0;
    while (schedule.grant(now) != null) {
      granted++;
    }
    assertThat(schedule.waiting()).isZero();
    assertThat(granted).isPositive();
    assertConserved();
  }

  @Test
  void bytesReadWithoutAGrantCountAgainstTheTenant() {
    use("argus.credits", Long.toString(2 * 600 * BLOCK));
    shares(0.5, 0.5);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 100);
    disk.clients(1, 100);
    disk.run(5 * SECOND);
    double[] before = disk.served.clone();
    double unannounced = 0;
    for (int tick = 0; tick < 1_000; tick++) {
      disk.run(5 * SECOND + tick * 20 * MILLI);
      schedule.charge(tenants.get(0), 2 * BLOCK, now);
      unannounced += 2 * BLOCK;
    }
    double first = disk.served[0] - before[0] + unannounced;
    double second = disk.served[1] - before[1];
    assertThat(first / second).isCloseTo(1, within(0.03));
    assertConserved();
  }

  @Test
  void compactionThatReadsInSequencePaysLessForWhatItReadsAndFullyForWhatItWrites() {
    use();
    shares(0.5, 0.5);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 50);
    disk.run(10 * SECOND);
    BackgroundWork.Moved moved = new BackgroundWork.Moved();
    moved.readBytes = BLOCK;
    moved.writtenBytes = BLOCK;
    long cost = 0;
    for (int i = 0; i < 1_000; i++) {
      // Sixteen random reads are under way: one takes 16 / 600 s, one in sequence a fifth of it.
      disk.run(now + 27 * MILLI);
      moved.readNanos = 27 * MILLI / 5;
      cost = schedule.backgroundCost(tenants.get(1), moved, now);
    }
    double factor = (cost - BLOCK) / (double) BLOCK;
    double ofReader = tenants.get(0).reads(RequestKind.GET).factor();
    assertThat(factor).isLessThan(0.3);
    assertThat(ofReader).isBetween(1.0, 1.1);
    moved.readBytes = 0;
    assertThat(schedule.backgroundCost(tenants.get(1), moved, now)).isEqualTo(BLOCK);
  }

  @Test
  void readsThatFindNoBytesAreRefundedButStillAlternate() {
    use();
    shares(0.5, 0.5);
    Disk disk = new Disk(600, 0, 0);
    disk.clients(0, 100);
    disk.clients(1, 100);
    int[] grants = new int[2];
    for (int i = 0; i < 5_000; i++) {
      now += MILLI;
      if (i < 100) {
        enter(0);
        enter(1);
      }
      IoRequest request = schedule.grant(now);
      int tenant = tenants.indexOf(request.ioTenant());
      grants[tenant]++;
      schedule.leave(request, 0, now);
      schedule.enter(request, now);
    }
    assertThat((double) grants[0] / grants[1]).isCloseTo(1, within(0.02));
    assertThat(tenants.get(0).account.spent()).isZero();
    assertConserved();
  }
}
