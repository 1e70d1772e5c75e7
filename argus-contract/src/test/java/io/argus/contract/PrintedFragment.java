package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.runtime.Plugin;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Comment;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * The output of {@code argus install --hbase ... --print}, as an administrator reads it: a jar and
 * properties for {@code hbase-site.xml}.
 */
public record PrintedFragment(Path jar, Map<String, String> keys) {

  public static PrintedFragment print(String hbase) throws Exception {
    CliRun run = CliRun.of("install", "--hbase", hbase, "--print");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(
                    ("<configuration>" + run.out() + "</configuration>")
                        .getBytes(StandardCharsets.UTF_8)));
    Path jar = null;
    Map<String, String> keys = new LinkedHashMap<>();
    NodeList children = document.getDocumentElement().getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      Node child = children.item(i);
      if (child instanceof Comment) {
        for (String word : child.getNodeValue().split("\\s+")) {
          jar = word.endsWith(".jar") ? Path.of(word) : jar;
        }
      } else if (child instanceof Element property) {
        keys.put(text(property, "name"), text(property, "value"));
      }
    }
    assertThat(jar).as("the jar that the fragment names").isNotNull();
    assertThat(Files.isRegularFile(jar)).as("%s exists", jar).isTrue();
    return new PrintedFragment(jar, keys);
  }

  private static String text(Element property, String tag) {
    return property.getElementsByTagName(tag).item(0).getTextContent().trim();
  }

  /**
   * The jar with the printed properties, but for the mode: what is tested is what Argus enforces.
   */
  public Plugin plugin() {
    return new Plugin("argus", List.of(jar), keys).with(List.of(), Map.of("argus.mode", "enforce"));
  }
}
