package io.argus.hbase2.it;

import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.contract.Platform;
import io.argus.contract.StockClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * HBase 2.6 of which every process, HDFS's and ZooKeeper too, knows its clients by Kerberos. This
 * process is HBase's own user. DataNodes use ports that anybody may use, as Hadoop's own tests do.
 */
record KerberosHBase(HBase2 plain, Kdc kdc, Path keytab, Path jaas) implements Platform {
  static final String HBASE = "hbase/localhost";
  private static final String HDFS = "hdfs/localhost";
  private static final String ZOOKEEPER = "zookeeper/localhost";
  private static final String HTTP = "HTTP/localhost";

  /** Creates the principals of the servers and of these users, and logs this process in. */
  static KerberosHBase start(HBase2 plain, Kdc kdc, Path directory, List<String> users)
      throws Exception {
    List<String> names = new ArrayList<>(List.of(HBASE, HDFS, ZOOKEEPER, HTTP));
    names.addAll(users);
    Path keytab = kdc.keys(names);
    Path jaas = directory.resolve("jaas.conf");
    Files.writeString(jaas, login("Client", keytab, HBASE) + login("Server", keytab, ZOOKEEPER));
    System.setProperty("java.security.krb5.conf", kdc.clientConfiguration().toString());
    System.setProperty("java.security.auth.login.config", jaas.toString());
    Configuration conf = new Configuration();
    conf.set("hadoop.security.authentication", "kerberos");
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab(Kdc.principal(HBASE), keytab.toString());
    return new KerberosHBase(plain, kdc, keytab, jaas);
  }

  private static String login(String section, Path keytab, String principal) {
    return """
    %s {
      com.sun.security.auth.module.Krb5LoginModule required
      useKeyTab=true storeKey=true useTicketCache=false keyTab="%s" principal="%s";
    };
    """
        .formatted(section, keytab, Kdc.principal(principal));
  }

  @Override
  public String name() {
    return plain.name() + "-kerberos";
  }

  @Override
  public String hbase() {
    return plain.hbase();
  }

  @Override
  public HBaseRuntime runtime(Path repository) {
    return new Secured(plain.runtime(repository));
  }

  @Override
  public StockClient connect(Path siteFile) throws Exception {
    return plain.connect(siteFile);
  }

  @Override
  public String tableOf(String tenant, String table) {
    return plain.tableOf(tenant, table);
  }

  @Override
  public String usageTable() {
    return plain.usageTable();
  }

  @Override
  public String tenantOfUnmapped(String table) {
    return plain.tenantOfUnmapped(table);
  }

  /** A user who has a ticket. */
  UserGroupInformation user(String name) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        Kdc.principal(name), keytab.toString());
  }

  /** The environment of a process that is this user. */
  Map<String, String> environment(String name) throws Exception {
    return Map.of(
        "KRB5CCNAME",
        kdc.ticket(name).toString(),
        "JAVA_TOOL_OPTIONS",
        "-Djava.security.krb5.conf=" + kdc.clientConfiguration());
  }

  private final class Secured extends HBaseRuntime {
    private final HBaseRuntime stock;

    Secured(HBaseRuntime stock) {
      super(stock);
      this.stock = stock;
    }

    @Override
    public List<String> jvmFlags(Path conf) {
      List<String> flags = new ArrayList<>(stock.jvmFlags(conf));
      flags.add("-Djava.security.krb5.conf=" + kdc.clientConfiguration());
      flags.add("-Djava.security.auth.login.config=" + jaas);
      return flags;
    }

    @Override
    public Map<String, String> coreSite() {
      return with(
          stock.coreSite(),
          "hadoop.security.authentication",
          "kerberos",
          "hadoop.security.authorization",
          "true");
    }

    @Override
    public Map<String, String> hdfsSite(String http, Path nameNode, Path dataNode) {
      return with(
          stock.hdfsSite(http, nameNode, dataNode),
          "dfs.permissions.enabled",
          "false",
          "dfs.block.access.token.enable",
          "true",
          "ignore.secure.ports.for.testing",
          "true",
          "dfs.namenode.kerberos.principal",
          Kdc.principal(HDFS),
          "dfs.namenode.keytab.file",
          keytab.toString(),
          "dfs.datanode.kerberos.principal",
          Kdc.principal(HDFS),
          "dfs.datanode.keytab.file",
          keytab.toString(),
          "dfs.web.authentication.kerberos.principal",
          Kdc.principal(HTTP),
          "dfs.web.authentication.kerberos.keytab",
          keytab.toString());
    }

    @Override
    public Map<String, String> hbaseSite() {
      return with(
          stock.hbaseSite(),
          "hbase.security.authentication",
          "kerberos",
          "hbase.security.authorization",
          "true",
          "hbase.master.kerberos.principal",
          Kdc.principal(HBASE),
          "hbase.master.keytab.file",
          keytab.toString(),
          "hbase.regionserver.kerberos.principal",
          Kdc.principal(HBASE),
          "hbase.regionserver.keytab.file",
          keytab.toString(),
          "hbase.security.authentication.ui",
          "kerberos",
          "hbase.security.authentication.spnego.kerberos.principal",
          Kdc.principal(HTTP),
          "hbase.security.authentication.spnego.kerberos.keytab",
          keytab.toString(),
          "hbase.zookeeper.property.authProvider.1",
          "org.apache.zookeeper.server.auth.SASLAuthenticationProvider",
          "hbase.zookeeper.property.kerberos.removeHostFromPrincipal",
          "true",
          "hbase.zookeeper.property.kerberos.removeRealmFromPrincipal",
          "true");
    }

    private Map<String, String> with(Map<String, String> site, String... more) {
      Map<String, String> all = new TreeMap<>(site);
      for (int i = 0; i < more.length; i += 2) {
        all.put(more[i], more[i + 1]);
      }
      return all;
    }

    @Override
    public void writeFiles(Path conf) throws IOException {
      stock.writeFiles(conf);
    }

    @Override
    public boolean dataNodesRegistered(int nameNodeHttp, int count) {
      return stock.dataNodesRegistered(nameNodeHttp, count);
    }

    @Override
    public String socketFactoryKey() {
      return stock.socketFactoryKey();
    }

    /** HBase's pages want a ticket. */
    @Override
    public boolean masterReady(int masterHttp, int regionServers) {
      try {
        AskedPage page =
            AskedPage.as(
                UserGroupInformation.getLoginUser(),
                masterHttp,
                "/jmx?qry=Hadoop:service=HBase,name=Master,sub=Server");
        return page.status() == 200
            && page.number("masterFinishedInitializationTime") > 0
            && page.number("numRegionServers") >= regionServers;
      } catch (IOException e) {
        throw new UncheckedIOException("who am I", e);
      }
    }
  }
}
