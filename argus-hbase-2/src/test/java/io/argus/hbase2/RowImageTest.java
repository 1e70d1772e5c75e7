package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowImageTest {
  private static final byte[] ROW = Bytes.toBytes("row");

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  private static Get get(String... columns) {
    Get get = new Get(ROW);
    for (String column : columns) {
      String[] parts = column.split(":", 2);
      if (parts.length == 1) {
        get.addFamily(bytes(parts[0]));
      } else {
        get.addColumn(bytes(parts[0]), bytes(parts[1]));
      }
    }
    return get;
  }

  private static Cell cell(String family, String qualifier) {
    return new KeyValue(ROW, bytes(family), bytes(qualifier), 1, bytes(family + qualifier));
  }

  private static RowImage image(Get get, Cell... cells) {
    RowImage image = RowImage.of(get, List.of(cells));
    assertThat(image).isNotNull();
    return image;
  }

  /** The values, null if the image does not know the answer. */
  private static List<String> answer(RowImage image, Get get) {
    List<Cell> results = new ArrayList<>();
    if (!image.answer(get, results)) {
      assertThat(results).isEmpty();
      return null;
    }
    return results.stream().map(each -> Bytes.toString(CellUtil.cloneValue(each))).toList();
  }

  @Test
  void wholeFamiliesAnswerTheirColumns() {
    RowImage image = image(get("a", "b"), cell("a", "1"), cell("a", "2"), cell("b", "1"));
    assertThat(answer(image, get("a", "b"))).containsExactly("a1", "a2", "b1");
    assertThat(answer(image, get("b", "a"))).containsExactly("a1", "a2", "b1");
    assertThat(answer(image, get("a:2", "b:1", "a:0"))).containsExactly("a2", "b1");
    assertThat(answer(image, get("b:9"))).as("a column that is not there").isEmpty();
    assertThat(answer(image, get("a", "c"))).as("a family that was not read").isNull();
  }

  @Test
  void columnsAnswerNoWholeFamily() {
    RowImage image = image(get("a:1", "a:3"), cell("a", "1"));
    assertThat(answer(image, get("a:1"))).containsExactly("a1");
    assertThat(answer(image, get("a:3"))).isEmpty();
    assertThat(answer(image, get("a:1", "a:2"))).isNull();
    assertThat(answer(image, get("a"))).isNull();
  }

  @Test
  void anAbsentRowIsKnownToBeAbsent() {
    assertThat(answer(image(get("a")), get("a"))).isEmpty();
  }

  @Test
  void whatTwoGetsFoundIsMerged() {
    RowImage columns =
        (RowImage)
            RowImage.merge(
                image(get("a:3", "b:1"), cell("a", "3")), image(get("a:1"), cell("a", "1")));
    assertThat(answer(columns, get("a:1", "a:3", "b:1"))).containsExactly("a1", "a3");
    assertThat(answer(columns, get("a"))).isNull();
    RowImage family =
        (RowImage) RowImage.merge(columns, image(get("a"), cell("a", "1"), cell("a", "3")));
    assertThat(answer(family, get("a", "b:1"))).containsExactly("a1", "a3");
  }

  @Test
  void aRowWithTagsIsNotKept() {
    Tag[] tags = {new ArrayBackedTag((byte) 8, bytes("tag"))};
    Cell tagged = new KeyValue(ROW, bytes("a"), bytes("1"), 1, bytes("v"), tags);
    assertThat(RowImage.of(get("a"), List.of(tagged))).isNull();
  }

  @Test
  void heapBytesGrowWithTheCells() {
    long empty = image(get("a")).heapBytes();
    long one = image(get("a"), cell("a", "1")).heapBytes();
    assertThat(empty).isBetween(50L, 200L);
    assertThat(one - empty).isBetween(cell("a", "1").heapSize(), cell("a", "1").heapSize() + 16);
  }
}
