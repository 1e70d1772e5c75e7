package io.argus.cli.install;

import io.argus.core.text.Shortened;
import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * An {@code hbase-site.xml} that can be changed key by key and keeps its comments and layout.
 *
 * <p>Used by one thread.
 */
public final class SiteFile {
  /** Of a Hadoop configuration it is 3. */
  private static final String MAX_DEPTH = "50";

  /** As in Hadoop. */
  private static final int MAX_SUBSTITUTIONS = 20;

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^{}$\\s]+)\\}");

  private final Document document;
  private boolean resolves;

  private SiteFile(Document document) {
    this.document = document;
  }

  /**
   * Reads a file; an empty configuration if there is none.
   *
   * @throws IOException if it is not a Hadoop configuration; the message names the file
   */
  public static SiteFile read(Path file) throws IOException {
    byte[] bytes =
        Files.exists(file)
            ? Files.readAllBytes(file)
            : "<configuration>\n</configuration>".getBytes(StandardCharsets.UTF_8);
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setAttribute("jdk.xml.maxElementDepth", MAX_DEPTH);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler()); // any other prints
      Document document = builder.parse(new ByteArrayInputStream(bytes));
      if (!document.getDocumentElement().getTagName().equals("configuration")) {
        throw new IOException(
            file + " is no Hadoop configuration: its root is not <configuration>");
      }
      return new SiteFile(document);
    } catch (SAXException | CharConversionException | ParserConfigurationException e) {
      throw new IOException(
          file + " cannot be read as XML: " + Shortened.of(String.valueOf(e.getMessage())), e);
    }
  }

  public Optional<String> get(String key) {
    Element property = property(key);
    return Optional.ofNullable(property)
        .map(found -> childText(found, "value").trim())
        .map(value -> resolves ? resolve(value) : value);
  }

  /** Keys that start so, and what {@link #get} says of each. */
  public Map<String, String> startingWith(String prefix) {
    Map<String, String> found = new TreeMap<>();
    for (Element property : children(document.getDocumentElement(), "property")) {
      String key = childText(property, "name").trim();
      if (key.startsWith(prefix)) {
        get(key).ifPresent(value -> found.put(key, value));
      }
    }
    return found;
  }

  /**
   * This file for reading, with {@code ${name}} in values replaced by the value of that key or
   * system property, as HBase does. What neither has stays as it is.
   */
  public SiteFile resolved() {
    SiteFile resolved = new SiteFile(document);
    resolved.resolves = true;
    return resolved;
  }

  private String resolve(String value) {
    String text = value;
    for (int depth = 0; depth < MAX_SUBSTITUTIONS && text.contains("${"); depth++) {
      Matcher variable = VARIABLE.matcher(text);
      StringBuilder replaced = new StringBuilder();
      int end = 0;
      while (variable.find()) {
        replaced.append(text, end, variable.start()).append(valueOf(variable.group(1)));
        end = variable.end();
      }
      text = replaced.append(text.substring(end)).toString();
    }
    return text;
  }

  private String valueOf(String variable) {
    String system = System.getProperty(variable);
    Element property = property(variable);
    return system != null
        ? system
        : property != null ? childText(property, "value").trim() : "${" + variable + "}";
  }

  /** Whether it includes other files, whose keys this class does not know. */
  public boolean includesOthers() {
    return document.getElementsByTagName("xi:include").getLength() > 0;
  }

  public void set(String key, String value) {
    Element property = property(key);
    if (property != null) {
      Element old = child(property, "value");
      if (old == null) {
        old = document.createElement("value");
        property.appendChild(old);
      }
      old.setTextContent(value);
      return;
    }
    Element added = document.createElement("property");
    append(added, "\n    ", element("name", key));
    append(added, "\n    ", element("value", value));
    added.appendChild(document.createTextNode("\n  "));
    Element root = document.getDocumentElement();
    append(root, "  ", added);
    root.appendChild(document.createTextNode("\n"));
  }

  public void remove(String key) {
    Element property = property(key);
    if (property == null) {
      return;
    }
    Node before = property.getPreviousSibling();
    if (before != null
        && before.getNodeType() == Node.TEXT_NODE
        && before.getNodeValue().trim().isEmpty()) {
      property.getParentNode().removeChild(before);
    }
    property.getParentNode().removeChild(property);
  }

  /** The whole file as it would be written. */
  public String text() {
    try {
      Transformer transformer = TransformerFactory.newInstance().newTransformer();
      transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
      transformer.setOutputProperty(OutputKeys.STANDALONE, "yes");
      StringWriter text = new StringWriter();
      transformer.transform(new DOMSource(document), new StreamResult(text));
      return text.append('\n').toString();
    } catch (TransformerException e) {
      throw new IllegalStateException("a parsed configuration cannot be written", e);
    }
  }

  private static void append(Element parent, String indent, Element child) {
    parent.appendChild(parent.getOwnerDocument().createTextNode(indent));
    parent.appendChild(child);
  }

  private Element element(String tag, String text) {
    Element element = document.createElement(tag);
    element.setTextContent(text);
    return element;
  }

  /** The last property of that name, which is the one that counts. */
  private @Nullable Element property(String key) {
    Element found = null;
    for (Element property : children(document.getDocumentElement(), "property")) {
      if (childText(property, "name").trim().equals(key)) {
        found = property;
      }
    }
    return found;
  }

  private static List<Element> children(Element parent, String tag) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element && ((Element) node).getTagName().equals(tag)) {
        children.add((Element) node);
      }
    }
    return children;
  }

  private static @Nullable Element child(Element parent, String tag) {
    List<Element> children = children(parent, tag);
    return children.isEmpty() ? null : children.get(0);
  }

  private static String childText(Element parent, String tag) {
    Element child = child(parent, tag);
    return child == null ? "" : child.getTextContent();
  }
}
