package io.argus.load.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.load.client.Preset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TableRowsTest {
  private static final int ROWS = 1000;
  private static final int REGIONS = 3;

  private final TableRows rows = new TableRows(ROWS, RegionLayout.even(1, REGIONS));

  @Test
  void theRegionsHoldEveryKeyOfTheWorkloadOnceAndInOrder() throws IOException {
    List<String> keys = new ArrayList<>();
    for (int region = 0; region < REGIONS; region++) {
      rows.write(
          region,
          (key, value) -> {
            keys.add(new String(key, StandardCharsets.UTF_8));
            assertThat(value).hasSize(Preset.VALUE_BYTES);
          });
    }

    assertThat(keys)
        .isSorted()
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(0, ROWS).mapToObj(Preset::key).toList());
  }

  @Test
  void aRegionBeginsWithItsSplitKeyAndTheirSizesDifferByOneAtMost() throws IOException {
    assertThat(rows.splits()).hasNumberOfRows(REGIONS - 1);
    for (int region = 0; region < REGIONS; region++) {
      List<byte[]> keys = new ArrayList<>();
      rows.write(region, (key, value) -> keys.add(key));

      assertThat(keys).hasSize(rows.count(region));
      assertThat(rows.count(region)).isBetween(ROWS / REGIONS, ROWS / REGIONS + 1);
      if (region > 0) {
        assertThat(keys.get(0)).isEqualTo(rows.splits()[region - 1]);
      }
    }
  }

  @Test
  void allRegionsAreWrittenAndAFailureIsTold() throws IOException, InterruptedException {
    AtomicInteger written = new AtomicInteger();
    rows.forEachRegion(region -> written.addAndGet(rows.count(region)));
    assertThat(written).hasValue(ROWS);

    assertThatThrownBy(
            () ->
                rows.forEachRegion(
                    region -> {
                      throw new IOException("disk full");
                    }))
        .isInstanceOf(IOException.class)
        .hasRootCauseMessage("disk full");
  }

  @Test
  void aRegionWithoutARowIsRefused() {
    RegionLayout layout = RegionLayout.of(List.of(0.5, 9999.0), 1);
    assertThatThrownBy(() -> new TableRows(1000, layout))
        .hasMessageContaining("rows of region 0 is 0");
  }

  @Test
  void fewerRowsThanRegionsAreRefused() {
    assertThatThrownBy(() -> new TableRows(2, RegionLayout.even(1, 3)))
        .hasMessageContaining("rows is 2");
  }
}
