package io.argus.traces.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.load.client.Preset;
import io.argus.load.table.RegionLayout;
import io.argus.load.table.TableRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableLayoutTest {
  @Test
  void rowsLieInTheBlocksIntoWhichTheBenchWritesThem() throws IOException {
    TableLayout table = new TableLayout(20);
    List<String> written = new ArrayList<>();
    new TableRows(table.rows(), RegionLayout.even(1, 1))
        .write(0, (key, value) -> written.add(new String(key, StandardCharsets.UTF_8)));

    for (int row = 0; row < table.rows(); row++) {
      int place = written.indexOf(Preset.key(row));
      assertThat(table.blockOf(row)).isEqualTo(place / TableLayout.ROWS_PER_BLOCK);
    }
  }

  @Test
  void aTableHasAFewBlocksAtLeast() {
    assertThatThrownBy(() -> new TableLayout(9)).hasMessage("blocks is 9; must be 10..1000000");
  }
}
