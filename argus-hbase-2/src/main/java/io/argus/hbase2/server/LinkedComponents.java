package io.argus.hbase2.server;

import io.argus.core.link.Linkage;
import io.argus.core.usage.Component;
import io.argus.core.usage.Reason;
import io.argus.regionserver.RegionServerNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this server's HBase has all that each component of Argus needs. Asked before a component
 * takes the place of anything, so that none half-works. The first question looks, once for the
 * process.
 *
 * <p>Throws nothing: if it cannot look, everything counts as there. Safe for use by any thread.
 */
public final class LinkedComponents {
  private static final Logger LOG = LoggerFactory.getLogger(LinkedComponents.class);

  /** What is missing, by key of a component. */
  private static final Map<String, String> LACKS = link();

  private LinkedComponents() {}

  private static Map<String, String> link() {
    long start = System.nanoTime();
    Map<String, String> lacks = new HashMap<>();
    try {
      Linkage linkage = Linkage.of(LinkedComponents.class.getClassLoader());
      for (String component : linkage.components()) {
        List<String> missing = linkage.missing(component);
        if (!missing.isEmpty()) {
          lacks.put(component, "this HBase lacks " + Linkage.text(missing));
        }
      }
      LOG.info(
          "Linked {} classes of Argus with this HBase in {} ms",
          linkage.classes().size(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    } catch (Throwable t) {
      LOG.warn("Could not check if this HBase has all that Argus needs", t);
    }
    return lacks;
  }

  /** Names what this HBase lacks for the first of these components that lacks any; else empty. */
  public static String lacks(Component... components) {
    return Arrays.stream(components)
        .map(component -> LACKS.getOrDefault(component.key(), ""))
        .filter(lacks -> !lacks.isEmpty())
        .findFirst()
        .orElse("");
  }

  /**
   * Whether this HBase has all that a component of a region server needs. If not, the component
   * fails and names it.
   */
  public static boolean has(RegionServerNode<?, ?> node, Component component) {
    String lacks = lacks(component);
    if (!lacks.isEmpty()) {
      node.components().put(component, Reason.MISSING_MEMBER, lacks);
    }
    return lacks.isEmpty();
  }
}
