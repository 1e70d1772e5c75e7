package io.argus.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

class MovedPresetTest {
  private static final long TABLE_ROWS = 8000; // 20 of them are hot in ExHot

  /** Notes the keys that are read. */
  private static final class NotingDb extends DB {
    final Set<String> keys = new TreeSet<>();

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      keys.add(key);
      return Status.OK;
    }

    @Override
    public Status scan(
        String table,
        String start,
        int rows,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Status delete(String table, String key) {
      throw new UnsupportedOperationException();
    }
  }

  @BeforeEach
  void measurementsOfYcsbNeedProperties() {
    Measurements.setProperties(new Properties());
  }

  private static Set<String> read(TableWorkload workload) throws WorkloadException {
    NotingDb db = new NotingDb();
    Workload sent = LoadSchedule.workload(workload.properties("t", TABLE_ROWS));
    for (int i = 0; i < 5000; i++) {
      sent.doTransaction(db, null);
    }
    return db.keys;
  }

  private static Set<String> keys(long from, long to) {
    return LongStream.range(from, to).mapToObj(Preset::key).collect(Collectors.toSet());
  }

  @Test
  void asManyRowsFurtherOnAreHot() throws WorkloadException {
    assertThat(read(Preset.EXHOT)).isEqualTo(keys(0, 20));
    assertThat(read(Preset.EXHOT.moved(1))).isEqualTo(keys(20, 40));
    assertThat(read(Preset.EXHOT.moved(3))).isEqualTo(keys(60, 80));
  }

  @Test
  void itIsReadAsItIsWritten() {
    TableWorkload moved = Preset.HOT.moved(2);

    assertThat(moved.label()).isEqualTo("hot.2");
    assertThat(TableWorkload.named("Hot.2")).isEqualTo(moved).hasSameHashCodeAs(moved);
    assertThat(moved).isNotEqualTo(Preset.HOT.moved(1)).isNotEqualTo(Preset.EXHOT.moved(2));
    assertThat(Preset.HOT.moved(0)).isSameAs(Preset.HOT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hot.", "hot.x", "hot.0", "hot.-1", "cool.1", ".1"})
  void whatIsNoPresetOrNoMoveIsRefused(String name) {
    assertThatThrownBy(() -> TableWorkload.named(name))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTableThatEndsBeforeTheRowsIsRefused() {
    assertThatThrownBy(() -> Preset.UNIFORM.moved(1).properties("t", TABLE_ROWS))
        .hasMessage("moves of uniform is 1; must be within the table's rows");
  }
}
