package io.argus.hbase2.it;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.server.SimpleKdcServer;

/** A Kerberos server on this machine, with the users that a test has. */
final class Kdc implements AutoCloseable {
  private static final String REALM = "ARGUS.TEST";

  private final SimpleKdcServer server = new SimpleKdcServer();
  private final Path directory;

  /** Starts it, with its files in that directory. */
  Kdc(Path directory) throws IOException, KrbException {
    this.directory = Files.createDirectories(directory);
    server.setKdcRealm(REALM);
    server.setKdcHost("localhost");
    server.setAllowUdp(false);
    try (ServerSocket free = new ServerSocket(0)) {
      server.setKdcTcpPort(free.getLocalPort());
    }
    server.setWorkDir(directory.toFile());
    server.init();
    server.start();
  }

  /** What Java's and MIT's clients read. */
  Path clientConfiguration() {
    return directory.resolve("krb5.conf");
  }

  static String principal(String name) {
    return name + "@" + REALM;
  }

  /** Creates principals, and returns a file with the keys of all of them. */
  Path keys(List<String> names) throws KrbException {
    File keytab = directory.resolve("keytab").toFile();
    for (String name : names) {
      server.createPrincipal(principal(name), name + "'s password");
      server.exportPrincipal(principal(name), keytab);
    }
    return keytab.toPath();
  }

  /** Returns a file with a ticket of a principal, as {@code kinit} leaves it. */
  Path ticket(String name) throws KrbException {
    Path cache = directory.resolve("ticket-" + name.replace('/', '-'));
    server
        .getKrbClient()
        .storeTicket(
            server.getKrbClient().requestTgt(principal(name), name + "'s password"),
            cache.toFile());
    return cache;
  }

  @Override
  public void close() throws KrbException {
    server.stop();
  }
}
