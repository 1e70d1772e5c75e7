package io.argus.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every benchmark does what it says, once. */
class BenchmarksTest {
  @ParameterizedTest
  @ValueSource(strings = {"hbase", "argus"})
  void hitsAreHits(String subject) {
    CacheGet benchmark = new CacheGet();
    benchmark.subject = subject;
    benchmark.tenants = 8;
    benchmark.fill();
    CacheGet.Draw draw = new CacheGet.Draw();
    for (int i = 0; i < 1_000; i++) {
      assertThat(benchmark.hit(draw)).isNotNull();
    }
    benchmark.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hbase", "argus"})
  void putsEvict(String subject) {
    CachePut benchmark = new CachePut();
    benchmark.subject = subject;
    benchmark.tenants = 64;
    benchmark.fill();
    long blocks = benchmark.blockCount();
    for (int i = 0; i < 10_000; i++) {
      benchmark.put();
    }
    assertThat(benchmark.blockCount()).isBetween(blocks - 5_000, blocks + 5_000);
    benchmark.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"blocks", "rows"})
  void rowsAreReadAndWritten(String subject) throws Exception {
    RowAccess benchmark = new RowAccess();
    benchmark.subject = subject;
    benchmark.fill();
    RowAccess.Draw draw = new RowAccess.Draw();
    long before = benchmark.blockLookups();
    for (int i = 0; i < 1_000; i++) {
      assertThat(benchmark.get(draw).size()).isEqualTo(10);
    }
    long lookups = benchmark.blockLookups() - before;
    assertThat(lookups > 0).as("HBase reads blocks").isEqualTo(subject.equals("blocks"));
    for (int i = 0; i < 1_000; i++) {
      benchmark.put(draw);
    }
    assertThat(benchmark.get(draw).size()).isEqualTo(10);
    benchmark.close();
  }

  @Test
  @Timeout(30)
  void everyCallComesBack() {
    for (String subject : new String[] {"hbase", "argus", "observe"}) {
      Queueing benchmark = new Queueing();
      benchmark.subject = subject;
      benchmark.tenants = 8;
      benchmark.start();
      for (int i = 0; i < 100; i++) {
        benchmark.roundTrip();
        benchmark.burst();
      }
      benchmark.close();
    }
  }
}
