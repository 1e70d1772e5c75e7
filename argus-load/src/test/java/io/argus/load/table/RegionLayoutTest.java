package io.argus.load.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionLayoutTest {

  @Test
  void oneRegionMoves() {
    RegionLayout layout = RegionLayout.of(List.of(80.0, 20.0), 1);

    assertThat(layout.moved(0, 1).text()).isEqualTo("1:80.0,1:20.0");
    assertThat(layout.text()).isEqualTo("0:80.0,1:20.0");
  }

  @Test
  void eachServerHasItsPartOfTheRowsInRegionsOfItsOwn() {
    RegionLayout layout = RegionLayout.of(List.of(80.0, 0.0, 20.0), 2);

    assertThat(layout.regions())
        .extracting(RegionLayout.Region::server)
        .containsExactly(0, 0, 2, 2);
    assertThat(layout.firstRows(1000)).containsExactly(0, 400, 800, 900, 1000);
  }

  @Test
  void evenRegionsAreOfEqualSizeUpToARow() {
    assertThat(RegionLayout.even(1, 3).firstRows(1000)).containsExactly(0, 333, 666, 1000);
    assertThat(RegionLayout.even(3, 2).regions())
        .extracting(RegionLayout.Region::server)
        .containsExactly(0, 0, 1, 1, 2, 2);
  }

  @Test
  void isReadAsItIsWritten() {
    RegionLayout layout = RegionLayout.of(List.of(80.0, 10.0, 10.0), 2);

    assertThat(RegionLayout.parse(layout.text())).isEqualTo(layout);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0:", "0:0", "-1:1", "0:1:2", "x:1", "0:1,"})
  void isRefusedWhenItIsNone(String text) {
    assertThatThrownBy(() -> RegionLayout.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
