package io.argus.cli.live;

import io.argus.bench.cluster.StateDirectory;
import io.argus.cli.install.SiteFile;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that a command works on: where its {@code hbase-site.xml} is, and what that file says
 * of ZooKeeper.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param connect host:port list for a ZooKeeper client
 * @param base path of Argus's nodes
 * @param conf directory of the {@code hbase-site.xml}
 * @param repository where this checkout is
 * @param settings what Argus's keys in that file say
 * @param servers path of the nodes of live region servers
 * @param secured whether HBase authenticates or authorizes its users
 * @param kerberos whether HBase, and so ZooKeeper, know users by Kerberos
 * @param bucketCache what the file says of BucketCache, by key
 */
public record SiteLocation(
    String connect,
    String base,
    Path conf,
    Path repository,
    Settings settings,
    String servers,
    boolean secured,
    boolean kerberos,
    Map<String, String> bucketCache) {
  private static final List<String> BUCKET_CACHE =
      List.of(
          "hbase.bucketcache.ioengine",
          "hbase.bucketcache.size",
          "hbase.bucketcache.bucket.sizes",
          "hbase.bucketcache.persistent.path");

  /**
   * Finds the cluster: the given file or directory, else the embedded cluster of this checkout if
   * there is one, else {@code HBASE_CONF_DIR}, else {@code HBASE_HOME/conf}.
   *
   * @throws IOException if there is no such file; the message names the places
   */
  public static SiteLocation find(@Nullable Path given, Path repository) throws IOException {
    List<Path> places = new ArrayList<>();
    if (given != null) {
      places.add(given);
    } else {
      places.add(StateDirectory.standard(repository).conf());
      addEnvironment(places, "HBASE_CONF_DIR", "");
      addEnvironment(places, "HBASE_HOME", "conf");
    }
    for (Path place : places) {
      Path file = Files.isDirectory(place) ? place.resolve("hbase-site.xml") : place;
      if (Files.isRegularFile(file)) {
        return read(file, repository);
      }
    }
    throw new IOException(
        "no hbase-site.xml in "
            + places
            + ": start a cluster with 'argus cluster start', or name one with --site FILE");
  }

  private static void addEnvironment(List<Path> places, String variable, String below) {
    String value = System.getenv(variable);
    if (value != null && !value.isEmpty()) {
      places.add(Path.of(value).resolve(below));
    }
  }

  private static SiteLocation read(Path file, Path repository) throws IOException {
    SiteFile site = SiteFile.read(file);
    String port = site.get("hbase.zookeeper.property.clientPort").orElse("2181");
    List<String> hosts = new ArrayList<>();
    for (String host : site.get("hbase.zookeeper.quorum").orElse("127.0.0.1").split(",")) {
      hosts.add(host.contains(":") ? host.trim() : host.trim() + ":" + port);
    }
    String parent = site.get("zookeeper.znode.parent").orElse("/hbase");
    return new SiteLocation(
        String.join(",", hosts),
        parent + "/argus",
        file.toAbsolutePath().resolveSibling(""),
        repository,
        Settings.read(key -> site.get(key).orElse(null)),
        parent + "/" + site.get("zookeeper.znode.rs").orElse("rs"),
        kerberos(site) || site.get("hbase.security.authorization").orElse("false").equals("true"),
        kerberos(site),
        bucketCache(site));
  }

  private static Map<String, String> bucketCache(SiteFile site) {
    Map<String, String> keys = new TreeMap<>();
    for (String key : BUCKET_CACHE) {
      site.get(key).ifPresent(value -> keys.put(key, value));
    }
    return keys;
  }

  private static boolean kerberos(SiteFile site) {
    return site.get("hbase.security.authentication").orElse("simple").equals("kerberos");
  }
}
