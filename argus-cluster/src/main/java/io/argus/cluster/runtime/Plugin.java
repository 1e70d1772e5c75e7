package io.argus.cluster.runtime;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is added to HMaster and region servers: jars on their class path and hbase-site properties.
 *
 * @param name {@code none}, {@code argus} or the name of a rival
 */
public record Plugin(String name, List<Path> jars, Map<String, String> site) {

  public Plugin {
    jars = List.copyOf(jars);
    site = Map.copyOf(site);
  }

  /** Stock HBase. */
  public static Plugin none() {
    return new Plugin("none", List.of(), Map.of());
  }

  /** This plugin with more jars and properties; a new property replaces an old one. */
  public Plugin with(List<Path> moreJars, Map<String, String> moreSite) {
    List<Path> allJars = new ArrayList<>(jars);
    allJars.addAll(moreJars);
    Map<String, String> allSite = new TreeMap<>(site);
    allSite.putAll(moreSite);
    return new Plugin(name, allJars, allSite);
  }
}
