package io.argus.hbase2;

import io.argus.hbase2.control.ControlCalls;
import io.argus.hbase2.control.ControlChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.MasterNotRunningException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos.NameBytesPair;
import org.apache.hadoop.hbase.zookeeper.MasterAddressTracker;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * The program that {@code bin/argus} starts to ask the active master, as the user that HBase's
 * client authenticates.
 *
 * <p>It reads requests from standard input, one a line: an operation, a blank, and a document in
 * base 64. For {@code ask} that is name and query of a document of the page, for {@code read} and
 * {@code list} the name of a stored document. It answers each with a line on standard output: an
 * exit code, a blank, and the answer in base 64; for {@code ask}, that begins with a line with HTTP
 * status and seconds until a retry. If the code is not 0, the reason follows instead. Its lines
 * begin with {@value #MARK}, since HBase's client may log to standard output, too.
 *
 * <p>HBase lets only administrators call a master's services. What the master refuses to show, it
 * asks a region of the first table that the user sees for: that shows the user's own tenants.
 */
public final class ControlClient {
  static final String MARK = "argus-control: ";

  /** Code: HBase refuses it to this user. */
  static final int DENIED = 3;

  /** Code: no master answers. */
  static final int NO_MASTER = 4;

  private static final int TIMEOUT_MILLIS = 10_000;

  private final Configuration conf = HBaseConfiguration.create();
  private @Nullable ControlChannel channel;
  private @Nullable ServerName master;

  /** The region that is asked instead of the master, once that has refused something. */
  private @Nullable HRegionLocation region;

  private ControlClient() {
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 2);
    conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, TIMEOUT_MILLIS);
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, TIMEOUT_MILLIS);
  }

  /** Answers requests until standard input ends. */
  public static void main(String[] arguments) throws IOException {
    ControlClient client = new ControlClient();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(MARK + client.answer(line));
    }
    System.exit(0); // HBase's client may leave threads
  }

  private String answer(String line) throws IOException {
    int blank = line.indexOf(' ');
    ByteString document =
        ByteString.copyFrom(Base64.getDecoder().decode(line.substring(blank + 1)));
    try {
      byte[] reply = call(line.substring(0, blank), document);
      return "0 " + Base64.getEncoder().encodeToString(reply);
    } catch (IOException | RuntimeException | LinkageError e) {
      return explained(line.substring(0, blank), e);
    }
  }

  private byte[] call(String operation, ByteString document) throws IOException {
    switch (operation) {
      case ControlCalls.ASK:
        NameBytesPair reply = shown(operation, document.toStringUtf8());
        return ByteString.copyFromUtf8(reply.getName() + "\n")
            .concat(reply.getValue())
            .toByteArray();
      case ControlCalls.READ:
      case ControlCalls.LIST:
        return shown(operation, document.toStringUtf8()).getValue().toByteArray();
      default:
        return call(ControlCalls.CHANGE, operation, document).getValue().toByteArray();
    }
  }

  private NameBytesPair shown(String method, String name) throws IOException {
    HRegionLocation known = region;
    if (known != null) {
      return channel().callRegion(known, method, name);
    }
    try {
      return call(method, name, ByteString.EMPTY);
    } catch (IOException e) {
      if (denial(e) == null) {
        throw e;
      }
      return shownByRegion(method, name, e);
    }
  }

  /** If no region answers either, the master's refusal is what the user is told. */
  private NameBytesPair shownByRegion(String method, String name, IOException refused)
      throws IOException {
    HRegionLocation own;
    NameBytesPair shown;
    try {
      own = regionOfOwnTable();
      if (own == null) {
        throw refused;
      }
      shown = channel().callRegion(own, method, name);
    } catch (IOException e) {
      throw denial(e) == null ? refused : e;
    }
    region = own;
    return shown;
  }

  /** A region of the first table that this user sees, without the system's; null if none. */
  private @Nullable HRegionLocation regionOfOwnTable() throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      for (TableName table : admin.listTableNames()) {
        if (!table.isSystemTable()) {
          try (RegionLocator locator = connection.getRegionLocator(table)) {
            return locator.getRegionLocation(HConstants.EMPTY_START_ROW);
          }
        }
      }
    }
    return null;
  }

  private ControlChannel channel() throws IOException {
    ControlChannel open = channel;
    if (open == null) {
      open = new ControlChannel(conf, HConstants.CLUSTER_ID_DEFAULT, TIMEOUT_MILLIS);
      channel = open;
    }
    return open;
  }

  private NameBytesPair call(String method, String name, ByteString value) throws IOException {
    ServerName active = master;
    if (active == null) {
      active = activeMaster();
      master = active;
    }
    ControlChannel open = channel();
    try {
      return open.call(active, method, name, value);
    } catch (IOException e) {
      open.close(); // another master may be active, and a client refuses an address that failed
      channel = null;
      master = null;
      throw e;
    }
  }

  /** Looks the active master up, also one that still initializes, as HBase's own clients do. */
  private ServerName activeMaster() throws IOException {
    try (ZKWatcher zooKeeper = new ZKWatcher(conf, "argus-control", null)) {
      ServerName active = MasterAddressTracker.getMasterAddress(zooKeeper);
      if (active == null) {
        throw new MasterNotRunningException();
      }
      return active;
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }

  private static String explained(String operation, Throwable failure) throws IOException {
    Throwable denial = denial(failure);
    if (denial != null) {
      boolean reads =
          operation.equals(ControlCalls.ASK)
              || operation.equals(ControlCalls.READ)
              || operation.equals(ControlCalls.LIST);
      return String.format(
          "%d refused: only administrators of HBase may %s Argus: %s; an administrator grants the"
              + " right in HBase's shell with: grant '%s', 'A'%s",
          DENIED,
          reads ? "read" : "change",
          firstLine(denial),
          User.getCurrent().getShortName(),
          reads
              ? "; whoever may read all tables of a tenant sees its status, explain and usage"
              : "");
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.toString().contains("DoNotRetryIOException")) {
        return "1 " + firstLine(cause);
      }
    }
    return NO_MASTER + " no master answers: " + firstLine(failure);
  }

  /** The cause by which HBase refuses something to this user; null if it is another failure. */
  private static @Nullable Throwable denial(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause.toString().contains(AccessDeniedException.class.getName())) {
        return cause;
      }
    }
    return null;
  }

  /** Drops the server's stack trace, which follows its message. */
  private static String firstLine(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
