package io.argus.hbase2.control;

import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * Asks a master on a port of this host as a user for a document of the Argus page. Only types of
 * Java, so that tests can use one that another class loader has loaded with another HBase.
 */
public final class GivenChannel implements BiFunction<String, Integer, Callable<String>> {
  static final int TIMEOUT_MILLIS = 2_000;

  /** Returns what calls; its answer is name and document. */
  @Override
  public Callable<String> apply(String user, Integer port) {
    return () -> {
      Thread thread = Thread.currentThread();
      ClassLoader before = thread.getContextClassLoader();
      thread.setContextClassLoader(getClass().getClassLoader()); // HBase finds services by it
      try {
        ServerName master = ServerName.valueOf("localhost", port, 1);
        return GivenEndpoint.user(user)
            .runAs((PrivilegedExceptionAction<String>) () -> request(master));
      } finally {
        thread.setContextClassLoader(before);
      }
    };
  }

  private static String request(ServerName master) throws Exception {
    Configuration conf = new Configuration(false);
    try (ControlChannel channel = new ControlChannel(conf, "cluster", TIMEOUT_MILLIS)) {
      NameBytesPair reply = channel.call(master, ControlCalls.ASK, "status.json", ByteString.EMPTY);
      return reply.getName()
          + "\n"
          + new String(reply.getValue().toByteArray(), StandardCharsets.UTF_8);
    }
  }
}
