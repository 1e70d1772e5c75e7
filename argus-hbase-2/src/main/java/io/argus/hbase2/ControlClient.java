package io.argus.hbase2;

import com.google.protobuf.ByteString;
import com.google.protobuf.ServiceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * The program by which {@code bin/argus} asks the active master for a change, as the user whom
 * HBase's client takes it for: reads the document from its standard input and prints the one that
 * the master wrote, in base 64; or, to its standard error, why it did not. HBase's client may log
 * to either: what is ours begins with {@value #MARK}.
 */
public final class ControlClient {
  static final String MARK = "argus-control: ";

  /** Exit code: the user is not an administrator. */
  static final int DENIED = 3;

  /** Exit code: no master answers. */
  static final int NO_MASTER = 4;

  private static final String TIMEOUT_MILLIS = "10000";

  private ControlClient() {}

  /** Takes the name of an operation. */
  public static void main(String[] arguments) throws IOException {
    System.exit(run(arguments[0], read(System.in), System.out, System.err));
  }

  private static int run(String operation, byte[] document, PrintStream out, PrintStream err) {
    try {
      out.println(MARK + Base64.getEncoder().encodeToString(change(operation, document)));
      return 0;
    } catch (IOException | ServiceException | RuntimeException e) {
      return explain(e, err);
    }
  }

  private static byte[] change(String operation, byte[] document)
      throws IOException, ServiceException {
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.HBASE_CLIENT_RETRIES_NUMBER, "2");
    conf.set(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT_MILLIS);
    conf.set(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, TIMEOUT_MILLIS);
    NameBytesPair request =
        NameBytesPair.newBuilder()
            .setName(operation)
            .setValue(ByteString.copyFrom(document))
            .build();
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      NameBytesPair reply =
          (NameBytesPair)
              admin
                  .coprocessorService()
                  .callBlockingMethod(
                      ControlService.CHANGE, null, request, NameBytesPair.getDefaultInstance());
      return reply.getValue().toByteArray();
    }
  }

  private static int explain(Exception failure, PrintStream err) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.toString().contains(AccessDeniedException.class.getName())) {
        err.println(
            MARK + "refused: only administrators of HBase may change Argus; " + firstLine(cause));
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

  /** A message from a server goes on with that server's stack. */
  private static String firstLine(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  private static byte[] read(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      out.write(buffer, 0, read);
    }
    return out.toByteArray();
  }
}
