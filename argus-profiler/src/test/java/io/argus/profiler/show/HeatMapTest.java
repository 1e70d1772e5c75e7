package io.argus.profiler.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.profiler.fit.GridPoint;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HeatMapTest {
  private final HeatMap map =
      new HeatMap("a<b", (c, h) -> 1000 * h, List.of(new GridPoint(0.5, 0.25)));

  @Test
  void plainTextHasTheGreatestCacheShareOnTop() {
    List<String> lines = map.toText(false);

    assertThat(lines).hasSize(10);
    assertThat(lines.get(1)).startsWith("cache 1.000").endsWith("1000").doesNotContain("\033");
    assertThat(lines.get(8)).contains("0.125").contains(" 125 ");
    assertThat(lines.get(9)).contains("HDFS").endsWith("1.000");
  }

  @Test
  void coloursAreSwitchedOffAfterEachCell() {
    assertThat(map.toText(true).get(1)).contains("\033[48;2;").endsWith("\033[0m");
  }

  @Test
  void svgIsXmlWithACellForEachShareAndADotForEachPoint() throws Exception {
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(map.toSvg())));

    assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(1);
    assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(40 * 40 + 1);
  }

  @Test
  void aFunctionThatIsNothingIsDarkAllOver() {
    assertThat(new HeatMap("x", (c, h) -> 0, List.of()).toSvg()).contains("#440154");
  }
}
