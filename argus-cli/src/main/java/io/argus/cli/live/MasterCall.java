package io.argus.cli.live;

import io.argus.cli.install.HBaseRelease;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks the active master of an HBase 2.6 to change something, or for a document. HBase's own client
 * does so in a process of its own, as the user that it finds.
 *
 * <p>Used by one thread.
 */
final class MasterCall {
  private static final String CLIENT = "io.argus.hbase2.ControlClient";

  /** Flags of a JVM that lives for seconds. */
  private static final List<String> QUICK_START =
      Collections.unmodifiableList(Arrays.asList("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));

  private static final String MARK = "argus-control: ";

  /** The system property and environment variable that tell Hadoop the user. */
  private static final String USER = "HADOOP_USER_NAME";

  private static final int DENIED = 3;
  private static final int NO_MASTER = 4;

  private final SiteLocation location;

  MasterCall(SiteLocation location) {
    this.location = location;
  }

  /**
   * Returns a document of the master's page.
   *
   * @param document name and query
   * @throws DeniedException if the user is not an administrator
   * @throws NoMasterException if no master answers
   * @throws io.argus.core.page.ComputingException if it is being computed
   */
  String request(String document) throws IOException, InterruptedException {
    byte[] reply = call("ask", document.getBytes(StandardCharsets.UTF_8));
    String[] parts = new String(reply, StandardCharsets.UTF_8).split("\n", 2);
    String[] status = parts[0].split(" ", 2);
    return MasterPageClient.checked(
        "the master", Integer.parseInt(status[0]), Integer.parseInt(status[1]), parts[1]);
  }

  /**
   * Asks for a change, and returns what the master has written.
   *
   * @param operation {@code set}, {@code pin} or {@code catalogue}
   * @throws DeniedException if the user is not an administrator
   * @throws NoMasterException if no master answers
   */
  byte[] change(String operation, byte[] document) throws IOException, InterruptedException {
    return call(operation, document);
  }

  private byte[] call(String operation, byte[] document) throws IOException, InterruptedException {
    Path errors = Files.createTempFile("argus-control", ".err");
    try {
      ProcessBuilder builder = new ProcessBuilder(command(operation));
      builder.environment().put("CLASSPATH", classPath());
      builder.environment().put("JDK_JAVA_OPTIONS", HBaseClient.JDK_JAVA_OPTIONS);
      Process process = builder.redirectError(errors.toFile()).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(document);
      }
      String reply;
      try (BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        reply = marked(out.lines());
      }
      int exitCode = process.waitFor();
      if (exitCode == 0) {
        return Base64.getDecoder().decode(reply);
      }
      throw failure(exitCode, marked(Files.readAllLines(errors).stream()));
    } finally {
      Files.delete(errors);
    }
  }

  private static IOException failure(int exitCode, String message) {
    switch (exitCode) {
      case DENIED:
        return new DeniedException(message);
      case NO_MASTER:
        return new NoMasterException(message);
      default:
        return new IOException(message);
    }
  }

  /** The last marked line; all others are log. */
  private static String marked(Stream<String> lines) {
    return lines
        .filter(line -> line.startsWith(MARK))
        .map(line -> line.substring(MARK.length()))
        .reduce((before, last) -> last)
        .orElse("the client that asks the master ended without an answer");
  }

  private List<String> command(String operation) {
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(QUICK_START);
    String user = System.getProperty(USER);
    if (user != null) {
      command.add("-D" + USER + "=" + user);
    }
    command.add(CLIENT);
    command.add(operation);
    return command;
  }

  private String classPath() throws IOException {
    return String.join(
        File.pathSeparator,
        location.conf().toString(),
        HBaseRelease.HBASE_2_6.jar().toString(),
        HBaseClient.classPath(location.conf(), HBaseRelease.HBASE_2_6));
  }
}
