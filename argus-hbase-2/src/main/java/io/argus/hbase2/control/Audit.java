package io.argus.hbase2.control;

import java.io.IOException;
import java.net.InetAddress;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.User;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines of HBase's own file of security events, like those of its access controller: who changed
 * what, and to whom what was refused.
 */
final class Audit {
  private static final Logger LOG = LoggerFactory.getLogger("SecurityLogger.io.argus");

  private Audit() {}

  static String nameOf(@Nullable User user) {
    return user == null ? "unknown" : user.getShortName();
  }

  /**
   * @param changed key, value before and after, and reason
   */
  static void allowed(@Nullable User user, String request, String changed) {
    write("allowed", user, "Global check allowed", caller(), request, changed);
  }

  static void refused(@Nullable User user, String request, IOException why) {
    refused(user, request, String.valueOf(why.getMessage()), caller());
  }

  static void refused(@Nullable User user, String request, String why, String address) {
    write("denied", user, why, address, request, "");
  }

  private static String caller() {
    return RpcServer.getRemoteAddress().map(InetAddress::toString).orElse("");
  }

  private static void write(
      String access,
      @Nullable User user,
      String reason,
      String address,
      String request,
      String changed) {
    LOG.info(
        "Access {} for user {}; reason: {}; remote address: {}; request: argus {}; context:"
            + " (scope=GLOBAL, {}action=ADMIN)",
        access,
        nameOf(user),
        reason,
        address,
        request,
        changed.isEmpty() ? "" : changed + ", ");
  }
}
