package io.argus.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The threads of the checking client on a table in memory. */
class CheckClientTest {
  private static final String ROW = "row0100";

  private static CheckResult check(MemoryCluster cluster) throws Exception {
    CheckClient client = new CheckClient(cluster);
    client.prepare();
    client.begin();
    Thread.sleep(500);
    return client.end();
  }

  @Test
  void findsNothingWrongWithASoundTable() throws Exception {
    CheckResult result = check(new MemoryCluster());

    assertThat(result.operations().values()).allMatch(count -> count > 10);
    assertThat(result.allFailed()).isZero();
    assertThat(result.lost() + result.wrong() + result.countedTwice()).isZero();
    assertThat(result.unreadable() + result.stuck()).isZero();
    assertThat(result.examples()).isEmpty();
    assertThat(result.longestStall()).isBetween(0.001, 0.5);
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
    Thread.sleep(500);

    CheckResult result = client.end();

    assertThat(result.lost()).isPositive();
    assertThat(result.examples()).anyMatch(line -> line.startsWith("LOST: row"));
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
            });

    assertThat(result.wrong()).isPositive();
    assertThat(result.lost()).isEqualTo(1);
    assertThat(result.examples()).contains("LOST: row0100 has a value of something else");
  }
}
