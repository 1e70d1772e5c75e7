package io.argus.cli.assess;

import com.google.common.collect.ImmutableList;
import com.google.common.io.ByteStreams;
import com.google.gson.JsonArray;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;

/** Reads {@code /jmx} of the web UIs of region servers. Stateless; safe for use by any thread. */
final class JmxReader {
  private static final int PATIENCE_MILLIS = 10_000;

  /** The rest of the answer can have megabytes. */
  private static final ImmutableList<String> NEEDED =
      ImmutableList.of(
          JmxDocument.SERVER,
          JmxDocument.REGION_SERVER + "IPC",
          JmxDocument.REGION_SERVER + "IO",
          JmxDocument.REGION_SERVER + "TableRequests_*",
          JmxDocument.REGION_SERVER + "Argus*",
          JmxDocument.JVM,
          JmxDocument.MACHINE,
          JmxDocument.RUNTIME);

  private JmxReader() {}

  /**
   * Reads a region server's metrics.
   *
   * @param address of its web UI, such as {@code rs1:16030}
   * @throws IOException if nothing there answers
   * @throws IllegalArgumentException if it is no region server without Argus
   */
  static JmxDocument regionServer(String address) throws IOException {
    JsonArray beans = new JsonArray();
    for (String pattern : NEEDED) {
      beans.addAll(beans(address, pattern));
    }
    return JmxDocument.of(beans, address);
  }

  private static JsonArray beans(String address, String pattern) throws IOException {
    String start = address.contains("://") ? address : "http://" + address;
    String page = start.replaceAll("/+$", "") + "/jmx?qry=" + pattern;
    URLConnection connection = open(page);
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    try (InputStream in = connection.getInputStream()) {
      return JmxDocument.beansOf(ByteStreams.toByteArray(in), page);
    } catch (IOException e) {
      throw new IOException(page + " does not answer: " + e.getMessage(), e);
    }
  }

  private static URLConnection open(String page) throws IOException {
    try {
      URLConnection connection = URI.create(page).toURL().openConnection();
      if (connection instanceof HttpURLConnection) {
        return connection;
      }
      throw new IllegalArgumentException("its protocol is not http");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + page + "' is no address of a web UI: " + e.getMessage(), e);
    }
  }
}
