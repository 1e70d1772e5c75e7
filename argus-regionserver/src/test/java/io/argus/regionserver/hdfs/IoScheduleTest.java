package io.argus.regionserver.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.regionserver.admission.AdmissionSchedule;
import io.argus.regionserver.admission.ClosedLoop;
import io.argus.regionserver.admission.ScheduledTenant;
import io.argus.regionserver.scheduling.RequestState;
import io.argus.regionserver.scheduling.SchedulerPolicy;
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

  private SchedulerPolicy policy;
  private IoSchedule gate;
  private AdmissionSchedule<String> admission;
  private final List<IoTenant> tenants = new ArrayList<>();
  private final List<ScheduledTenant<String>> scheduled = new ArrayList<>();
  private long now;
  private boolean claimed;

  private void use(String... keysAndValues) {
    policy = SchedulerPolicy.of(ClosedLoop.settings(keysAndValues));
    gate = new IoSchedule(policy, now);
    admission = new AdmissionSchedule<>(1_000_000, policy);
  }

  private void shares(double... shares) {
    for (double share : shares) {
      TenantId id = TenantId.of("t" + tenants.size());
      IoTenant tenant = gate.add(id);
      gate.share(tenant, share, 1.0 / shares.length);
      tenants.add(tenant);
      scheduled.add(admission.add(id, tenant, 1, now));
    }
  }

  private RequestState<String> turn(int tenant) {
    RequestState<String> turn = new RequestState<>(null);
    turn.begin(scheduled.get(tenant), scheduled.get(tenant).costs(RequestKind.GET), "r");
    return turn;
  }

  private RequestState<String> enter(int tenant) {
    RequestState<String> turn = turn(tenant);
    gate.enter(turn, now);
    return turn;
  }

  private RequestState<String> enter(int tenant, int reads) {
    RequestState<String> turn = turn(tenant);
    turn.record.reads = reads;
    gate.enter(turn, now);
    return turn;
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

    record Event(long nanos, boolean read, RequestState<String> turn) {}

    final PriorityQueue<Event> events =
        new PriorityQueue<>((a, b) -> Long.compare(a.nanos, b.nanos));

    Disk(int readsPerSecond, long... bytesPerRead) {
      nanosPerRead = SECOND / readsPerSecond;
      this.bytesPerRead = bytesPerRead;
      thinkNanos = new long[bytesPerRead.length];
    }

    void clients(int tenant, int clients) {
      for (int i = 0; i < clients; i++) {
        events.add(new Event(now + i, false, turn(tenant)));
      }
    }

    void run(long untilNanos) {
      while (true) {
        long nextEvent = events.isEmpty() ? Long.MAX_VALUE : events.peek().nanos;
        long nextRefill =
            gate.blockedOnCredits() ? gate.credits().nextSliceNanos() : Long.MAX_VALUE;
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
        int tenant = scheduled.indexOf(event.turn.tenant());
        long bytes = (long) (bytesPerRead[tenant] * (0.5 + random.nextDouble()));
        served[tenant] += bytes;
        reads[tenant]++;
        gate.leave(event.turn, bytes, now);
        events.add(new Event(now + thinkNanos[tenant], false, event.turn));
      } else {
        gate.enter(event.turn, now);
      }
    }

    private void step(long next) {
      if (gate.waiting() > 0 && gate.atHdfs() == 0) {
        idleNanosWhileWaiting += next - now;
      }
      now = next;
    }

    @SuppressWarnings("unchecked")
    private void grantAll() {
      for (RequestState<?> t = gate.grant(now); t != null; t = gate.grant(now)) {
        freeNanos = Math.max(freeNanos, now) + nanosPerRead;
        events.add(new Event(freeNanos, true, (RequestState<String>) t));
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
  void creditsThatAreSetAreTheMostThatHdfsDoes(long credits, String slots, double share) {
    use("argus.credits", Long.toString(credits), "argus.io.concurrency.limit", slots);
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
    assertThat(gate.credits().hdfsCapacityPerSecond())
        .isCloseTo(perSecond, within(0.04 * perSecond));
    assertConserved();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5})
  void creditsThatAreSetAreLentUpToTheLast(double shareOfAnIdleTenant) {
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
    gate.borrowing(false);
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
    assertThat(gate.credits().creditsPerPeriod()).isZero();
    disk.run(20 * SECOND);
    double expected = 2 * 600 * BLOCK * CreditSource.HEADROOM;
    assertThat((double) gate.credits().creditsPerPeriod())
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
    assertThat(gate.credits().creditsPerSecond())
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
    gate.borrowing(false);
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
  void readsOfOneKindHaveOnePriceHoweverTheirCreditsComeInBursts(int others) {
    use("argus.credits", Long.toString(2 * 570 * BLOCK));
    double[] shares = new double[others + 1];
    Arrays.fill(shares, 0.5 / others);
    shares[0] = 0.5;
    shares(shares);
    gate.borrowing(false);
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
      assertThat(tenant.reads(RequestKind.GET).price()).isCloseTo(1, within(0.05));
    }
  }

  @Test
  void withoutBorrowingCapacityStaysAsItWasMeasured() {
    use("argus.credits", "auto", "argus.io.concurrency.limit", "4");
    shares(1, 0);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 50);
    disk.run(30 * SECOND);
    double measured = gate.credits().creditsPerSecond();
    assertThat(measured).isCloseTo(600 * BLOCK, within(0.05 * 600 * BLOCK));
    gate.borrowing(false);
    gate.share(tenants.get(0), 0.3, 0.5);
    disk.run(90 * SECOND);
    gate.share(tenants.get(0), 1, 0.5);
    disk.run(150 * SECOND);
    double sustained = measured / CreditSource.HEADROOM;
    assertThat(gate.credits().creditsPerSecond()).isCloseTo(sustained, within(0.01 * sustained));
  }

  @Test
  void lendingGivesAnIdleTenantsShareToWhoeverIsBacklogged() {
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
    // 20 ms of thinking, up to one read's time for a slot, then 4 reads are served in order.
    assertThat(perSecond).isGreaterThan(1e3 / (20 + 5 * 1.7 + 0.5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4", "8", "16", "32"})
  void tenantWithFewClientsGetsItsShareWhateverTheSlots(String slots) {
    use("argus.io.concurrency.limit", slots);
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
      gate.grant(now);
    }
    RequestState<String> first = enter(0, 1);
    RequestState<String> second = enter(0, 1);
    RequestState<String> longScan = enter(0, IoTenant.READS_IN_A_ROW + 1);
    RequestState<String> secondBlock = enter(0, 2);
    RequestState<String> thirdBlock = enter(0, IoTenant.READS_IN_A_ROW);
    assertThat(gate.grant(now)).isNull();
    gate.policy(SchedulerPolicy.of(ClosedLoop.settings("argus.io.concurrency.limit", "16")));
    for (RequestState<String> next : List.of(secondBlock, thirdBlock, first, second, longScan)) {
      assertThat((Object) gate.grant(now)).isSameAs(next);
    }
    assertThat(gate.waiting()).isZero();
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
    List<RequestState<String>> waiting = new ArrayList<>();
    List<RequestState<?>> reading = new ArrayList<>();
    for (int step = 0; step < 10_000; step++) {
      now += random.nextInt(3_000_000);
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> waiting.add(enter(random.nextInt(4)));
        case 3, 4 -> {
          if (!reading.isEmpty()) {
            long bytes = random.nextInt(4) == 0 ? 0 : random.nextInt(300_000);
            gate.leave(reading.remove(random.nextInt(reading.size())), bytes, now);
          }
        }
        case 5 -> gate.charge(tenants.get(random.nextInt(4)), random.nextInt(50_000), now);
        case 6 -> {
          if (random.nextInt(20) == 0) {
            borrowing = !borrowing;
            gate.borrowing(borrowing);
          } else if (random.nextInt(20) == 0 && !waiting.isEmpty()) {
            RequestState<String> turn = waiting.remove(random.nextInt(waiting.size()));
            gate.grantAnyway(turn, now);
            reading.add(turn);
          }
        }
        default -> {
          boolean[] covered = covered();
          claimed = claimed();
          boolean surplus = borrowing && (credits.equals("auto") || gate.lendable() > 0);
          RequestState<?> granted = gate.grant(now);
          checkGrant(granted, covered, waiting, surplus);
          if (granted != null) {
            waiting.remove(granted);
            reading.add(granted);
          }
        }
      }
      assertThat(gate.atHdfs()).isEqualTo(reading.size());
      assertThat(gate.waiting()).isEqualTo(waiting.size());
      assertConserved();
    }
  }

  /** Which tenants' accounts cover their next read, reckoned anew from the rules. */
  private boolean[] covered() {
    gate.advance(now);
    boolean[] covered = new boolean[tenants.size()];
    for (int i = 0; i < covered.length; i++) {
      IoTenant tenant = tenants.get(i);
      covered[i] =
          gate.credits().creditsPerPeriod() > 0
              && tenant.head() != null
              && tenant.account.balance() >= estimate(tenant);
    }
    return covered;
  }

  private static long estimate(IoTenant tenant) {
    IoCost reads = tenant.reads(RequestKind.GET);
    return Math.max(4 << 10, (long) (reads.bytesEach(64 << 10) * reads.price()));
  }

  /** Whether somebody reads with credits to spare and the slots left for surplus are taken. */
  private boolean claimed() {
    boolean claiming = false;
    for (IoTenant tenant : tenants) {
      long next = tenant.head() == null ? 64 << 10 : estimate(tenant);
      claiming |=
          tenant.atHdfs > 0
              && gate.credits().creditsPerPeriod() > 0
              && tenant.account.balance() >= next;
    }
    return claiming && gate.atHdfs() >= Math.max(4, gate.slots().count() / 4);
  }

  private void checkGrant(
      RequestState<?> granted,
      boolean[] covered,
      List<RequestState<String>> waiting,
      boolean surplus) {
    boolean anyCovered = false;
    for (boolean one : covered) {
      anyCovered |= one;
    }
    if (gate.atHdfs() - (granted == null ? 0 : 1) >= gate.slots().count() || waiting.isEmpty()) {
      assertThat(granted).isNull();
    } else if (!anyCovered && claimed) {
      assertThat(granted).isNull();
    } else if (!anyCovered && !surplus && gate.credits().creditsPerPeriod() > 0) {
      assertThat(granted).isNull();
    } else {
      assertThat(granted).isNotNull();
      int tenant = scheduled.indexOf(granted.tenant());
      assertThat(covered[tenant]).isEqualTo(anyCovered);
      RequestState<String> oldest =
          waiting.stream().filter(t -> t.tenant() == granted.tenant()).findFirst().orElseThrow();
      assertThat(granted).isSameAs(oldest);
    }
  }

  @Test
  void switchingToObserveLetsEverybodyThrough() {
    use("argus.credits", "1000");
    shares(0.5, 0.5);
    gate.borrowing(false);
    for (int i = 0; i < 20; i++) {
      enter(i % 2);
    }
    for (RequestState<?> t = gate.grant(now); t != null; t = gate.grant(now)) {
      assertThat(t.granted).isTrue();
    }
    assertThat(gate.waiting()).isGreaterThan(0);
    gate.policy(SchedulerPolicy.of(ClosedLoop.settings("argus.mode", "observe")));
    int granted = 0;
    while (gate.grant(now) != null) {
      granted++;
    }
    assertThat(gate.waiting()).isZero();
    assertThat(granted).isPositive();
    assertConserved();
  }

  @Test
  void bytesReadOutsideTheGateCountAgainstTheTenant() {
    use("argus.credits", Long.toString(2 * 600 * BLOCK));
    shares(0.5, 0.5);
    Disk disk = new Disk(600, BLOCK, BLOCK);
    disk.clients(0, 100);
    disk.clients(1, 100);
    disk.run(5 * SECOND);
    double[] before = disk.served.clone();
    double ungated = 0;
    for (int tick = 0; tick < 1_000; tick++) {
      disk.run(5 * SECOND + tick * 20 * MILLI);
      gate.charge(tenants.get(0), 2 * BLOCK, now);
      ungated += 2 * BLOCK;
    }
    double first = disk.served[0] - before[0] + ungated;
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
      cost = gate.backgroundCost(tenants.get(1), moved, now);
    }
    double price = (cost - BLOCK) / (double) BLOCK;
    double ofReader = tenants.get(0).reads(RequestKind.GET).price();
    assertThat(price).isLessThan(0.3);
    assertThat(ofReader).isBetween(1.0, 1.1);
    moved.readBytes = 0;
    assertThat(gate.backgroundCost(tenants.get(1), moved, now)).isEqualTo(BLOCK);
  }

  @Test
  void readsThatFindNoBytesAreRefundedButStillTakeTurns() {
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
      RequestState<?> turn = gate.grant(now);
      int tenant = scheduled.indexOf(turn.tenant());
      grants[tenant]++;
      gate.leave(turn, 0, now);
      gate.enter(turn, now);
    }
    assertThat((double) grants[0] / grants[1]).isCloseTo(1, within(0.02));
    assertThat(tenants.get(0).account.spent()).isZero();
    assertConserved();
  }
}
