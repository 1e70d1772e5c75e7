package io.argus.core.link;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which members of HBase each component of Argus needs and HBase lacks: classes, methods and fields
 * that are not there, or that HBase does not let Argus use, and abstract methods that Argus does
 * not implement. Versions of HBase differ, and vendors change theirs without a word in the number.
 *
 * <p>Only what is resolved by the JVM counts, not what Argus looks up by name, and only what can be
 * reached in that HBase. It reads class files of the shim and of HBase, and loads no class.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Linkage {
  /**
   * The components: a properties file beside the shim's classes. It has a line for each component
   * with its entry classes. A {@code |} stands between classes of which one set is enough. The
   * property {@code optional} names the components without which Argus is complete.
   */
  public static final String COMPONENTS = "META-INF/argus-components.properties";

  private static final String OPTIONAL = "optional";

  /** As many members are named. */
  private static final int MAX_NAMED = 5;

  private final Map<String, List<String>> lacking;
  private final Set<String> optional;
  private final Set<String> classes;

  private Linkage(
      Map<String, List<String>> lacking, Collection<String> optional, Collection<String> classes) {
    this.lacking = Collections.unmodifiableMap(new TreeMap<>(lacking));
    this.optional = Collections.unmodifiableSet(new TreeSet<>(optional));
    this.classes = Collections.unmodifiableSet(new TreeSet<>(classes));
  }

  /**
   * Links the shim that a class loader finds with the HBase that it finds.
   *
   * @throws IOException if it finds no shim
   */
  public static Linkage of(ClassLoader loader) throws IOException {
    URL components = loader.getResource(COMPONENTS);
    if (components == null) {
      throw new IOException("there is no " + COMPONENTS);
    }
    Properties properties = new Properties();
    try (InputStream in = loader.getResourceAsStream(COMPONENTS)) {
      properties.load(in);
    }
    String url = components.toString();
    String place = url.substring(0, url.length() - COMPONENTS.length());
    return of(properties, new ClassPath(loader, place));
  }

  private static Linkage of(Properties properties, ClassPath path) {
    Set<String> optional = new TreeSet<>(names(properties.getProperty(OPTIONAL, "")));
    Map<String, List<List<String>>> entries = new TreeMap<>();
    for (String component : properties.stringPropertyNames()) {
      if (!component.equals(OPTIONAL)) {
        entries.put(
            component,
            Arrays.stream(properties.getProperty(component, "").replace('.', '/').split("\\|"))
                .map(Linkage::names)
                .collect(Collectors.toList()));
      }
    }
    List<String> all =
        entries.values().stream()
            .flatMap(List::stream)
            .flatMap(List::stream)
            .collect(Collectors.toList());
    CallGraph graph = new CallGraph(path, all);
    Set<String> classes = new TreeSet<>();
    Map<String, List<String>> lacking = new TreeMap<>();
    entries.forEach(
        (component, alternatives) -> {
          List<String> fewest = null;
          for (List<String> alternative : alternatives) {
            Reach reach = new Reach(graph, path, alternative, all);
            List<String> missing = new ArrayList<>(absent(alternative, path));
            missing.addAll(reach.search());
            reach.touched().forEach(type -> classes.add(type.replace('/', '.')));
            fewest = fewest == null || missing.size() < fewest.size() ? missing : fewest;
          }
          lacking.put(component, fewest == null ? Collections.emptyList() : fewest);
        });
    return new Linkage(lacking, optional, classes);
  }

  private static List<String> names(String text) {
    return Arrays.stream(text.trim().split("\\s+"))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toList());
  }

  /** Entry classes that the shim itself has not. */
  private static List<String> absent(List<String> entries, ClassPath path) {
    return entries.stream()
        .filter(type -> !path.isOwn(type))
        .map(type -> type.replace('/', '.'))
        .collect(Collectors.toList());
  }

  /** The components, in order. */
  public Set<String> components() {
    return lacking.keySet();
  }

  /** Whether Argus is complete without a component. */
  public boolean isOptional(String component) {
    return optional.contains(component);
  }

  /**
   * What HBase lacks for a component: {@code org.example.Some.method(int, List): String}, and in
   * parentheses why it cannot be used, if it is there. Empty if nothing, or nothing is known.
   */
  public List<String> missing(String component) {
    return lacking.getOrDefault(component, Collections.emptyList());
  }

  /** What HBase lacks for all components but optional ones, in order. */
  public List<String> missing() {
    return lacking.keySet().stream()
        .filter(component -> !isOptional(component))
        .flatMap(component -> missing(component).stream())
        .sorted()
        .distinct()
        .collect(Collectors.toList());
  }

  /** The classes of the shim that the components consist of. */
  public Set<String> classes() {
    return classes;
  }

  /** Names the first {@value #MAX_NAMED} of these members, and says how many more there are. */
  public static String text(List<String> members) {
    int more = members.size() - MAX_NAMED;
    return String.join(", ", members.subList(0, Math.min(members.size(), MAX_NAMED)))
        + (more > 0 ? " and " + more + " more" : "");
  }
}
