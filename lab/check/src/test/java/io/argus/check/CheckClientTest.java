package io.argus.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The threads of the checking client on a table in memory. */
class CheckClientTest {
  private static final String ROW = "row0100";
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Checks until that was found. */
  private static CheckResult check(MemoryCluster cluster, Predicate<CheckResult> enough)
      throws Exception {
    CheckClient client = new CheckClient(cluster);
    client.prepare();
    client.begin();
    await(client, enough);
    return client.end();
  }

  private static void await(CheckClient client, Predicate<CheckResult> enough)
      throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!enough.test(client.found())) {
      assertThat(System.nanoTime()).as("%s", client.found()).isLessThan(deadline);
      Thread.sleep(1);
    }
  }

  /** Whether every kind of operation was answered more than ten times. */
  private static boolean isBusy(CheckResult found) {
    return found.operations().values().stream().allMatch(count -> count > 10);
  }

  @Test
  void findsNothingWrongWithASoundTable() throws Exception {
    long start = System.nanoTime();
    CheckResult result = check(new MemoryCluster(), CheckClientTest::isBusy);
    double seconds = (System.nanoTime() - start) / 1e9;

    assertThat(result.operations().values()).allMatch(count -> count > 10);
    assertThat(result.allFailed()).isZero();
    assertThat(result.lost() + result.wrong() + result.countedTwice()).isZero();
    assertThat(result.unreadable() + result.stuck()).isZero();
    assertThat(result.examples()).isEmpty();
    assertThat(result.longestStall()).isBetween(0.001, seconds);
  }

  @Test
  void findsWritesThatWereAcknowledgedAndNotKept() throws Exception {
    AtomicBoolean prepared = new AtomicBoolean();
    MemoryCluster forgetful =
        new MemoryCluster() {
          @Override
          boolean keeps(byte[] key) {
            return !prepared.get();
          }
        };
    CheckClient client = new CheckClient(forgetful);
    client.prepare();
    prepared.set(true);
    client.begin();
    await(client, CheckClientTest::isBusy);

    CheckResult result = client.end();

    assertThat(result.lost()).isPositive();
    assertThat(result.examples()).anyMatch(line -> line.startsWith("LOST: row"));
  }

  /** Of writes that nobody acknowledged, and that some reads find. */
  @Test
  void findsReadsThatAreOlderThanReadsBefore() throws Exception {
    AtomicBoolean prepared = new AtomicBoolean();
    AtomicInteger reads = new AtomicInteger();
    MemoryCluster wavering =
        new MemoryCluster() {
          private boolean isWritten(byte[] key) {
            byte last = key[key.length - 1];
            return prepared.get() && last != '3' && last != '7';
          }

          @Override
          void written(byte[] key) {
            if (isWritten(key)) {
              throw new IllegalStateException("no answer");
            }
          }

          @Override
          byte[] answer(byte[] key, byte[] value) {
            return isWritten(key) && reads.incrementAndGet() % 2 == 0
                ? (new String(key, StandardCharsets.UTF_8) + "=0").getBytes(StandardCharsets.UTF_8)
                : value;
          }
        };
    CheckClient client = new CheckClient(wavering);
    client.prepare();
    prepared.set(true);
    client.begin();
    await(client, found -> found.wrong() > 0);

    assertThat(client.end().wrong()).isPositive();
  }

  @Test
  void findsReadsOfAnotherRow() throws Exception {
    CheckResult result =
        check(
            new MemoryCluster() {
              @Override
              byte[] answer(byte[] key, byte[] value) {
                return new String(key, StandardCharsets.UTF_8).equals(ROW)
                    ? "row0101=0".getBytes(StandardCharsets.UTF_8)
                    : value;
              }
            },
            found -> found.wrong() > 0);

    assertThat(result.wrong()).isPositive();
    assertThat(result.lost()).isEqualTo(1);
    assertThat(result.examples()).contains("LOST: row0100 has a value of something else");
  }
}
