package io.argus.hbase2.server;

import io.argus.core.link.Linkage;
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
  /** Components that a region server has no name for, and those of a master. */
  public static final String REGION_SERVER = "region-server";

  public static final String METRICS = "metrics";
  public static final String PLAN = "plan";
  public static final String REPORT_CALLS = "report-calls";
  public static final String PAGE = "page";
  public static final String MASTER = "master";
  public static final String USAGE = "usage";
  public static final String CONTROL = "control";
  public static final String BALANCER = "balancer";

  private static final Logger LOG = LoggerFactory.getLogger(LinkedComponents.class);

  /** What is missing, by component. */
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
  public static String lacks(String... components) {
    return Arrays.stream(components)
        .map(component -> LACKS.getOrDefault(component, ""))
        .filter(lacks -> !lacks.isEmpty())
        .findFirst()
        .orElse("");
  }

  /**
   * Whether this HBase has all that a component of a region server needs. If not, the component
   * fails and names it.
   *
   * @param otherwise what is so without the component
   */
  public static boolean has(RegionServerNode<?, ?> node, String component, String otherwise) {
    String lacks = lacks(component);
    if (!lacks.isEmpty()) {
      node.components().failed(component, otherwise + ": " + lacks);
    }
    return lacks.isEmpty();
  }
}
