package io.argus.hbase2.it;

import io.argus.contract.TestCluster;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Phoenix's JDBC driver, in a class loader of its own: it has the class path of the servers, and
 * none of the tests' classes. Its user is not that of the servers.
 */
final class Phoenix implements AutoCloseable {
  /** Servers and clients must agree on it. */
  static final String MAPS_NAMESPACES = "phoenix.schema.isNamespaceMappingEnabled";

  private static final String USER = "HADOOP_USER_NAME";
  private static final String DRIVER = "org.apache.phoenix.jdbc.PhoenixDriver";

  private final ClassLoader classes;
  private final Driver driver;
  private final String url;
  private final Properties properties = new Properties();

  /** Connects for the first time, which creates Phoenix's catalog. */
  Phoenix(TestCluster cluster) throws Exception {
    url = "jdbc:phoenix:localhost:" + cluster.processes().ports().zooKeeper() + ":/hbase";
    properties.setProperty(MAPS_NAMESPACES, "true");
    properties.setProperty("phoenix.client.enable.server.upsert.select", "true");
    classes =
        new URLClassLoader(
            urls(cluster.processes().runtime().classPath()), ClassLoader.getPlatformClassLoader());
    driver = (Driver) classes.loadClass(DRIVER).getDeclaredConstructor().newInstance();
    System.setProperty(USER, "app");
    try {
      connect().close();
    } finally {
      System.clearProperty(USER);
    }
  }

  private static URL[] urls(String classPath) throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String file : classPath.split(File.pathSeparator)) {
      urls.add(Path.of(file).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  /** HBase looks for its classes in the loader of the thread that connects. */
  Connection connect() throws SQLException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classes);
    try {
      return driver.connect(url, properties);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Leaves the class loader open: when this JVM ends, Phoenix looks for classes once more. */
  @Override
  public void close() throws Exception {
    driver.getClass().getMethod("close").invoke(driver);
  }
}
