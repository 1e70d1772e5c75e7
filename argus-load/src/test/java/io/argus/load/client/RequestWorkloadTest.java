package io.argus.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.ByteIterator;
import site.ycsb.StringByteIterator;

class RequestWorkloadTest {
  private static final int TABLE_ROWS = 500;

  /** Notes calls; rows are there unless {@link #empty}. */
  private static final class NotingDb extends HBaseDb<Closeable> {
    final List<String> calls = new ArrayList<>();
    boolean empty;
    boolean broken;

    private void note(String call) throws IOException {
      calls.add(call);
      if (broken) {
        throw new IOException("broken");
      }
    }

    @Override
    protected Closeable open(String table) {
      return () -> {};
    }

    @Override
    protected Map<String, ByteIterator> get(Closeable table, byte[] key, List<byte[]> columns)
        throws IOException {
      note("get");
      return empty ? Map.of() : Map.of("f", new StringByteIterator("v"));
    }

    @Override
    protected List<HashMap<String, ByteIterator>> scan(
        Closeable table, byte[] startKey, int rows, List<byte[]> columns) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void put(Closeable table, byte[] key, Map<String, ByteIterator> values)
        throws IOException {
      note("put " + values.get("field0").bytesLeft());
    }

    @Override
    protected boolean getAll(Closeable table, List<byte[]> keys) throws IOException {
      note("gets " + keys.size());
      return !empty;
    }

    @Override
    protected void putAll(Closeable table, List<byte[]> keys, byte[] column, byte[] value)
        throws IOException {
      note("puts " + keys.size() + " of " + value.length);
    }

    @Override
    protected boolean batch(
        Closeable table, List<byte[]> read, byte[] written, Map<String, ByteIterator> values)
        throws IOException {
      note("batch " + read.size() + " and a put");
      return !empty;
    }

    @Override
    protected void increment(Closeable table, byte[] key, byte[] column) throws IOException {
      note("increment " + new String(column, StandardCharsets.UTF_8));
    }

    @Override
    protected boolean putUnless(
        Closeable table, byte[] key, byte[] column, Map<String, ByteIterator> values)
        throws IOException {
      note("put unless " + new String(column, StandardCharsets.UTF_8));
      return !empty;
    }

    @Override
    protected long count(Closeable table) throws IOException {
      note("count");
      return empty ? 0 : TABLE_ROWS;
    }

    @Override
    protected void scanMatching(
        Closeable table, byte[] startKey, String pattern, int matches, boolean cached)
        throws IOException {
      note("scan for " + matches + (cached ? " cached" : "") + " of " + pattern);
    }

    @Override
    protected void delete(Closeable table, byte[] key) {
      throw new UnsupportedOperationException();
    }
  }

  private final NotingDb db = new NotingDb();
  private final OutcomeDb outcome = new OutcomeDb(db);

  private void send(Requests requests) {
    Properties properties = requests.properties("a:t", TABLE_ROWS);
    new RequestWorkload(properties).doTransaction(outcome, null);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, 1, get",
    "PUT, 1, put 1100",
    "MULTI_GET, 80, gets 80",
    "MULTI_PUT, 80, puts 80 of 1100",
    "MIXED_BATCH, 100, batch 99 and a put",
    "INCREMENT, 1, increment count",
    "CHECK_AND_MUTATE, 1, put unless absent",
    "AGGREGATION, 1, count",
    "FILTERED_SCAN, 3, scan for 3 of 000$",
    "CACHED_SCAN, 1, scan for 1 cached of 000$"
  })
  void requestsAreSentAsTheyAreCalled(Requests.Kind kind, int rows, String call) {
    send(Requests.of(kind, rows));

    assertThat(db.calls).containsExactly(call);
    assertThat(outcome.takeFailed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LOOKUP")
  void aRequestThatFailsIsAnError(Requests.Kind kind) {
    db.broken = true;
    send(Requests.of(kind, 2));

    assertThat(outcome.takeFailed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"GET", "MULTI_GET", "MIXED_BATCH", "CHECK_AND_MUTATE", "AGGREGATION"})
  void anAnswerWithoutTheRowsIsAnError(Requests.Kind kind) {
    db.empty = true;
    send(Requests.of(kind, 2));

    assertThat(outcome.takeFailed()).isTrue();
  }

  @Test
  void hbaseItselfHasNoIndex() {
    assertThatThrownBy(() -> send(Requests.of(Requests.Kind.LOOKUP)))
        .hasMessage("request is LOOKUP");
  }

  @Test
  void moreRowsThanTheTableHasAreRefused() {
    assertThatThrownBy(() -> send(Requests.of(Requests.Kind.MULTI_GET, TABLE_ROWS)))
        .hasMessage("rows of a request is 500; must be 1 to rows of the table");
  }

  @Test
  void propertiesOfTheClientReachTheBinding() {
    Requests requests =
        new Requests(
            Requests.Kind.GET, 1, Map.of("client.hbase.rpc.timeout", "1000", "priority", "100"));
    db.setProperties(requests.properties("a:t", TABLE_ROWS));

    assertThat(db.clientSettings()).containsExactly(Map.entry("hbase.rpc.timeout", "1000"));
    assertThat(db.getProperties()).containsEntry("priority", "100");
  }
}
