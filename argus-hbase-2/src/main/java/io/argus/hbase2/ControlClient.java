package io.argus.hbase2;

import io.argus.hbase2.control.ControlCalls;
import io.argus.hbase2.control.ControlChannel;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Base64;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.MasterNotRunningException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * The program that {@code bin/argus} starts to ask the active master for a change or a document, as
 * the user that HBase's client authenticates.
 *
 * <p>It reads a document from standard input; for {@code ask}, name and query of one. It prints the
 * document that the master wrote, in base 64, to standard output; for {@code ask}, a line with HTTP
 * status and seconds until a retry, and the answer. The reason of a refusal goes to standard error.
 * Its lines begin with {@value #MARK}, since HBase's client may log to either stream.
 */
public final class ControlClient {
  static final String MARK = "argus-control: ";

  /** Exit code: the user is not an administrator. */
  static final int DENIED = 3;

  /** Exit code: no master answers. */
  static final int NO_MASTER = 4;

  private static final int TIMEOUT_MILLIS = 10_000;

  private ControlClient() {}

  /** Takes the name of an operation. */
  public static void main(String[] arguments) throws IOException {
    System.exit(run(arguments[0], ByteString.readFrom(System.in), System.out, System.err));
  }

  private static int run(String operation, ByteString document, PrintStream out, PrintStream err) {
    try {
      out.println(MARK + Base64.getEncoder().encodeToString(call(operation, document)));
      return 0;
    } catch (IOException | RuntimeException | LinkageError e) {
      return explain(operation, e, err);
    }
  }

  private static byte[] call(String operation, ByteString document) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 2);
    conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT_MILLIS);
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, TIMEOUT_MILLIS);
    ClusterMetrics cluster = cluster(conf);
    ServerName master = cluster.getMasterName();
    if (master == null) {
      throw new MasterNotRunningException();
    }
    try (ControlChannel channel =
        new ControlChannel(conf, cluster.getClusterId(), TIMEOUT_MILLIS)) {
      if (operation.equals(ControlCalls.ASK)) {
        NameBytesPair reply =
            channel.call(master, operation, document.toStringUtf8(), ByteString.EMPTY);
        return ByteString.copyFromUtf8(reply.getName() + "\n")
            .concat(reply.getValue())
            .toByteArray();
      }
      return channel
          .call(master, ControlCalls.CHANGE, operation, document)
          .getValue()
          .toByteArray();
    }
  }

  /** Asks the active master, also one that still initializes, for its name. */
  private static ClusterMetrics cluster(Configuration conf) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      return admin.getClusterMetrics(
          EnumSet.of(ClusterMetrics.Option.MASTER, ClusterMetrics.Option.CLUSTER_ID));
    }
  }

  private static int explain(String operation, Throwable failure, PrintStream err) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.toString().contains(AccessDeniedException.class.getName())) {
        String what = operation.equals(ControlCalls.ASK) ? "ask" : "change";
        err.println(
            MARK
                + ("refused: only administrators of HBase may " + what + " Argus; ")
                + firstLine(cause));
        return DENIED;
      }
      if (cause.toString().contains("DoNotRetryIOException")) {
        err.println(MARK + firstLine(cause));
        return 1;
      }
    }
    err.println(MARK + "no master answers: " + firstLine(failure));
    return NO_MASTER;
  }

  /** Drops the server's stack trace, which follows its message. */
  private static String firstLine(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
