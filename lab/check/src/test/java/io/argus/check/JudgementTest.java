package io.argus.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.check.Judgement.Expected;
import io.argus.check.Judgement.Fault;
import io.argus.check.Judgement.Seen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgementTest {
  private static CheckedRow row(String key, CheckedRow.Kind kind, int acknowledged, int attempted) {
    CheckedRow row = new CheckedRow(key, kind);
    for (int i = 0; i < attempted; i++) {
      row.history().begin();
    }
    row.history().acknowledge(acknowledged);
    return row;
  }

  private static CheckedRow written(int acknowledged, int attempted) {
    return row("row1", CheckedRow.Kind.WRITTEN, acknowledged, attempted);
  }

  private static Judgement.Finding read(CheckedRow row, byte[] value) {
    return Judgement.read(Expected.now(row), value, row.history().attempted());
  }

  private static Judgement.Finding last(CheckedRow row, byte[] value) {
    return Judgement.last(Expected.now(row), value, row.history().attempted());
  }

  @Test
  void anAcknowledgedWriteThatIsNotThereInTheEndIsLost() {
    CheckedRow row = written(5, 5);

    assertThat(last(row, row.value(4)).fault()).isEqualTo(Fault.LOST);
    assertThat(last(row, null).fault()).isEqualTo(Fault.LOST);
    assertThat(last(row, row.value(5))).isNull();
  }

  @Test
  void aReadOfSomethingOlderIsWrong() {
    CheckedRow row = written(5, 5);

    assertThat(read(row, row.value(4)).fault()).isEqualTo(Fault.WRONG);
    assertThat(read(row, null).fault()).isEqualTo(Fault.WRONG);
  }

  @Test
  void anUnknownOutcomeMayBeEither() {
    CheckedRow row = written(4, 6);

    for (int number = 4; number <= 6; number++) {
      assertThat(read(row, row.value(number))).isNull();
      assertThat(last(row, row.value(number))).isNull();
    }
    assertThat(read(row, row.value(7)).fault()).isEqualTo(Fault.WRONG);
    assertThat(last(row, row.value(3)).fault()).isEqualTo(Fault.LOST);
  }

  @Test
  void aWriteThatIsAcknowledgedDuringAReadMayBeMissing() {
    CheckedRow row = written(4, 5);
    Expected before = Expected.now(row);
    row.history().acknowledge(5);

    assertThat(Judgement.read(before, row.value(4), 5)).isNull();
    assertThat(read(row, row.value(4))).isNotNull();
  }

  @Test
  void aValueOfAnotherRowIsWrong() {
    CheckedRow other = row("row2", CheckedRow.Kind.WRITTEN, 5, 5);

    assertThat(read(written(5, 5), other.value(5)).fault()).isEqualTo(Fault.WRONG);
    assertThat(read(written(5, 5), new byte[0]).fault()).isEqualTo(Fault.WRONG);
    assertThat(last(written(5, 5), other.value(5)).fault()).isEqualTo(Fault.LOST);
  }

  @Test
  void aCounterAboveTheAttemptsHasCountedTwice() {
    CheckedRow row = row("count", CheckedRow.Kind.COUNTED, 5, 6);

    assertThat(read(row, row.value(4)).fault()).isEqualTo(Fault.WRONG);
    assertThat(read(row, row.value(5))).isNull();
    assertThat(read(row, row.value(6))).isNull();
    assertThat(read(row, row.value(7)).fault()).isEqualTo(Fault.COUNTED_TWICE);
    assertThat(last(row, row.value(7)).fault()).isEqualTo(Fault.COUNTED_TWICE);
  }

  @Test
  void aRefusedChangeIsRightOnlyIfAnEarlierTryHasDoneIt() {
    CheckedRow row = row("chain", CheckedRow.Kind.CHAINED, 5, 6);

    assertThat(Judgement.refused(row, 5, row.value(6))).isNull();
    assertThat(Judgement.refused(row, 5, row.value(5)).fault()).isEqualTo(Fault.WRONG);
    assertThat(Judgement.refused(row, 5, row.value(7)).fault()).isEqualTo(Fault.WRONG);
    assertThat(Judgement.refused(row, 5, null).fault()).isEqualTo(Fault.WRONG);
  }

  /** A scan of rows 0, 1 and 2 that answers those. */
  private static Judgement.Finding scan(int... answered) {
    List<CheckedRow> rows = new ArrayList<>();
    List<Expected> expected = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      rows.add(row("row" + i, CheckedRow.Kind.WRITTEN, 1, 1));
    }
    rows.subList(0, 3).forEach(row -> expected.add(Expected.now(row)));
    List<Seen> seen = new ArrayList<>();
    for (int i : answered) {
      seen.add(new Seen(rows.get(i).key(), rows.get(i).value(1)));
    }
    return Judgement.scan(expected, seen);
  }

  @Test
  void aScanIsCompleteOrderedAndWithoutDoubles() {
    assertThat(scan(0, 1, 2)).isNull();
    assertThat(scan(0, 2).text()).contains("left out 1 rows", "row1");
    assertThat(scan(0, 1).text()).contains("left out");
    assertThat(scan(0, 1, 1, 2).text()).contains("row1 twice");
    assertThat(scan(0, 2, 1).text()).contains("row1 after row2");
    assertThat(scan(0, 1, 2, 3).text()).contains("not in its range");
    assertThat(scan(0, 1, 1, 2).fault()).isEqualTo(Fault.WRONG);
  }

  @Test
  void aScanChecksTheValuesToo() {
    CheckedRow row = written(5, 5);

    Judgement.Finding finding =
        Judgement.scan(List.of(Expected.now(row)), List.of(new Seen(row.key(), row.value(4))));

    assertThat(finding.fault()).isEqualTo(Fault.WRONG);
    assertThat(finding.text()).contains("in a scan row1 is 4, 5 was acknowledged");
  }
}
