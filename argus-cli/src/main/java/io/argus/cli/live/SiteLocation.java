package io.argus.cli.live;

import io.argus.cli.install.ArgusHome;
import io.argus.cli.install.IneffectiveKey;
import io.argus.cli.install.SiteFile;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The cluster that a command works on: where its {@code hbase-site.xml} is, and what that file says
 * of ZooKeeper.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class SiteLocation {
  private static final Path DISTRIBUTION = Paths.get("/etc/hbase/conf");

  private final String connect;
  private final String base;
  private final Path file;
  private final Settings settings;
  private final String servers;
  private final boolean secured;
  private final boolean kerberos;
  private final Map<String, String> hbaseKeys;
  private final Map<String, String> zooKeeperKeys;

  /**
   * @param connect host:port list for a ZooKeeper client
   * @param base path of Argus's nodes
   * @param file its {@code hbase-site.xml}
   * @param settings what Argus's keys in that file say
   * @param servers path of the nodes of live region servers
   * @param secured whether HBase authenticates or authorizes its users
   * @param kerberos whether HBase, and so ZooKeeper, know users by Kerberos
   * @param hbaseKeys what the file says of keys of HBase that the doctor looks at
   * @param zooKeeperKeys what the file says of ZooKeeper's client, such as its TLS
   */
  private SiteLocation(
      String connect,
      String base,
      Path file,
      Settings settings,
      String servers,
      boolean secured,
      boolean kerberos,
      Map<String, String> hbaseKeys,
      Map<String, String> zooKeeperKeys) {
    this.connect = connect;
    this.base = base;
    this.file = file;
    this.settings = settings;
    this.servers = servers;
    this.secured = secured;
    this.kerberos = kerberos;
    this.hbaseKeys = hbaseKeys;
    this.zooKeeperKeys = zooKeeperKeys;
  }

  public String connect() {
    return connect;
  }

  public String base() {
    return base;
  }

  public Settings settings() {
    return settings;
  }

  public String servers() {
    return servers;
  }

  public boolean secured() {
    return secured;
  }

  public boolean kerberos() {
    return kerberos;
  }

  public Map<String, String> hbaseKeys() {
    return hbaseKeys;
  }

  /** The keys of TLS, which HBase, too, hands to its client of ZooKeeper; none without TLS. */
  Map<String, String> zooKeeperKeys() {
    return zooKeeperKeys;
  }

  /**
   * The cluster that the environment names: {@code ARGUS_CONF}, else {@code HBASE_CONF_DIR}, else
   * {@code HBASE_HOME/conf}; else the directory where distributions keep HBase's configuration.
   *
   * @throws IOException if there is none, or one without a site file
   */
  public static SiteLocation configured() throws IOException {
    return configured(System.getenv(), DISTRIBUTION);
  }

  /**
   * @param environment the variables that may name the cluster
   * @param distribution a directory that need not be there
   */
  static SiteLocation configured(Map<String, String> environment, Path distribution)
      throws IOException {
    Optional<Path> place =
        Stream.of(
                named(environment, "ARGUS_CONF", ""),
                named(environment, "HBASE_CONF_DIR", ""),
                named(environment, "HBASE_HOME", "conf"))
            .filter(Optional::isPresent)
            .map(Optional::get)
            .findFirst();
    if (place.isPresent()) {
      return of(place.get());
    }
    if (Files.isRegularFile(distribution.resolve("hbase-site.xml"))) {
      return of(distribution);
    }
    throw new IOException(
        "which cluster? Name its hbase-site.xml with --site FILE or $HBASE_CONF_DIR, or the one of"
            + " 'argus-bench cluster start' with --embedded; there is none in "
            + distribution);
  }

  private static Optional<Path> named(
      Map<String, String> environment, String variable, String below) {
    return Optional.ofNullable(environment.get(variable))
        .filter(value -> !value.isEmpty())
        .map(value -> Paths.get(value, below));
  }

  /** The embedded cluster that experiments start. */
  public static SiteLocation embedded() throws IOException {
    Path conf = ArgusHome.stateDirectory().resolve("conf");
    if (!Files.isDirectory(conf)) {
      throw new IOException(
          "no embedded cluster in "
              + ArgusHome.stateDirectory()
              + ": start one with 'argus-bench cluster start'");
    }
    return of(conf);
  }

  /**
   * The cluster of a site file.
   *
   * @param place the file, or its directory
   * @throws IOException if there is no such file, or it cannot be read
   */
  public static SiteLocation of(Path place) throws IOException {
    Path file = Files.isDirectory(place) ? place.resolve("hbase-site.xml") : place;
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no " + file + ": name the cluster's site file with --site");
    }
    SiteFile site = SiteFile.read(file).resolved();
    requireResolved(site, file);
    String port = site.get("hbase.zookeeper.property.clientPort").orElse("2181");
    List<String> hosts = new ArrayList<>();
    for (String host : site.get("hbase.zookeeper.quorum").orElse("127.0.0.1").split(",")) {
      hosts.add(host.contains(":") ? host.trim() : host.trim() + ":" + port);
    }
    String parent = site.get("zookeeper.znode.parent").orElse("/hbase");
    return new SiteLocation(
        String.join(",", hosts),
        parent + "/argus",
        file.toAbsolutePath(),
        Settings.read(key -> site.get(key).orElse(null)),
        parent + "/" + site.get("zookeeper.znode.rs").orElse("rs"),
        kerberos(site) || site.get("hbase.security.authorization").orElse("false").equals("true"),
        kerberos(site),
        hbaseKeys(site),
        zooKeeperKeys(site));
  }

  /** The site file. */
  public Path file() {
    return file;
  }

  /** The directory of the site file. */
  public Path conf() {
    return file.resolveSibling("");
  }

  @Override
  public String toString() {
    return "the cluster of " + file + " (ZooKeeper " + connect + base + ")";
  }

  private static Map<String, String> hbaseKeys(SiteFile site) {
    Map<String, String> keys = new TreeMap<>();
    IneffectiveKey.keys().forEach(key -> site.get(key).ifPresent(value -> keys.put(key, value)));
    return keys;
  }

  private static Map<String, String> zooKeeperKeys(SiteFile site) {
    if (!site.get("zookeeper.client.secure").orElse("false").equals("true")) {
      return new TreeMap<>();
    }
    Map<String, String> keys = site.startingWith("zookeeper.client");
    keys.putAll(site.startingWith("zookeeper.ssl."));
    return keys;
  }

  /** A wrong cluster would be worse than none. */
  private static void requireResolved(SiteFile site, Path file) throws IOException {
    if (site.includesOthers() && !site.get("hbase.zookeeper.quorum").isPresent()) {
      throw new IOException(
          file
              + " includes other files, which are not read, and lacks hbase.zookeeper.quorum: name"
              + " a site file that has it with --site");
    }
    for (String key :
        Arrays.asList(
            "hbase.zookeeper.property.clientPort",
            "hbase.zookeeper.quorum",
            "zookeeper.znode.parent",
            "zookeeper.znode.rs")) {
      String value = site.get(key).orElse("");
      if (value.contains("${")) {
        throw new IOException(
            file
                + ": "
                + key
                + " is '"
                + value
                + "': must name keys of this file or Java properties");
      }
    }
  }

  private static boolean kerberos(SiteFile site) {
    return site.get("hbase.security.authentication").orElse("simple").equals("kerberos");
  }
}
