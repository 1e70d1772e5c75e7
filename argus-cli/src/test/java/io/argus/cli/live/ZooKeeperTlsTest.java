package io.argus.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys {@code zookeeper.*} of a site file reach ZooKeeper's client, as they do in HBase. */
class ZooKeeperTlsTest {
  private static final String PASSWORD = "changeit";
  private static final Map<String, String> SERVER =
      Map.of(
          ServerCnxnFactory.ZOOKEEPER_SERVER_CNXN_FACTORY,
          "org.apache.zookeeper.server.NettyServerCnxnFactory",
          "zookeeper.ssl.keyStore.password",
          PASSWORD,
          "zookeeper.ssl.clientAuth",
          "none");

  @TempDir private Path directory;
  private ServerCnxnFactory factory;

  @BeforeEach
  void start() throws Exception {
    Path keys = directory.resolve("server.p12");
    keytool(
        "-genkeypair -alias zk -keyalg RSA -dname CN=localhost -ext san=ip:127.0.0.1,dns:localhost",
        keys);
    Path certificate = directory.resolve("zk.pem");
    keytool("-exportcert -alias zk -rfc -file " + certificate, keys);
    keytool("-importcert -noprompt -alias zk -file " + certificate, trusted());
    System.setProperty("zookeeper.ssl.keyStore.location", keys.toString());
    SERVER.forEach(System::setProperty);
    Path data = directory.resolve("zookeeper");
    factory = ServerCnxnFactory.createFactory();
    factory.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 20, -1, true);
    factory.startup(new ZooKeeperServer(data.toFile(), data.toFile(), 500));
  }

  @AfterEach
  void stop() {
    factory.shutdown();
    System.clearProperty("zookeeper.ssl.keyStore.location");
    SERVER.keySet().forEach(System::clearProperty);
  }

  private Path trusted() {
    return directory.resolve("trusted.p12");
  }

  private static void keytool(String words, Path store) throws Exception {
    String tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                (tool + " " + words + " -storetype PKCS12 -storepass " + PASSWORD + " -keystore")
                    .concat(" " + store)
                    .split(" "))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private SiteLocation site(Map<String, String> keys) throws IOException {
    Files.writeString(
        directory.resolve("hbase-site.xml"),
        keys.entrySet().stream()
            .map(key -> FakeCluster.property(key.getKey(), key.getValue()))
            .collect(
                Collectors.joining(
                    "",
                    "<configuration>"
                        + FakeCluster.property(
                            "hbase.zookeeper.quorum", "127.0.0.1:" + factory.getLocalPort()),
                    "</configuration>")));
    return SiteLocation.of(directory);
  }

  @Test
  void aClusterWithTlsIsRead() throws Exception {
    SiteLocation site =
        site(
            Map.of(
                "zookeeper.client.secure",
                "true",
                "zookeeper.clientCnxnSocket",
                "org.apache.zookeeper.ClientCnxnSocketNetty",
                "zookeeper.ssl.trustStore.location",
                trusted().toString(),
                "zookeeper.ssl.trustStore.password",
                PASSWORD));
    try (ArgusNodes nodes = ArgusNodes.connect(site)) {
      assertThat(nodes.children("/")).containsExactly("zookeeper");
    }
  }

  @Test
  void aClientThatDoesNotTrustTheServerSaysWhichKeysToLookAt() throws Exception {
    SiteLocation site =
        site(
            Map.of(
                "zookeeper.client.secure", "true",
                "zookeeper.clientCnxnSocket", "org.apache.zookeeper.ClientCnxnSocketNetty"));
    assertThatThrownBy(() -> ArgusNodes.connect(site))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not answer over TLS")
        .hasMessageContaining("zookeeper.ssl.*");
  }
}
