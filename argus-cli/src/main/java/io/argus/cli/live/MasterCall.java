package io.argus.cli.live;

import io.argus.cli.install.HBaseRelease;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks the active master of an HBase 2 to change something, or for a document. HBase's own client
 * does so in a process of its own, as the user that it finds. The process starts with the first
 * request and answers all others, too.
 *
 * <p>Used by one thread.
 */
final class MasterCall implements AutoCloseable {
  private static final String CLIENT = "io.argus.hbase2.ControlClient";

  private static final String MARK = "argus-control: ";

  private static final int DENIED = 3;
  private static final int NO_MASTER = 4;

  private final SiteLocation location;
  private @Nullable Process process;
  private @Nullable BufferedReader answers;

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
  String request(String document) throws IOException {
    byte[] reply = call("ask", document.getBytes(StandardCharsets.UTF_8));
    String[] parts = new String(reply, StandardCharsets.UTF_8).split("\n", 2);
    String[] status = parts[0].split(" ", 2);
    return MasterPageClient.checked(
        "the master", Integer.parseInt(status[0]), Integer.parseInt(status[1]), parts[1]);
  }

  /**
   * Returns a stored document; empty if there is none.
   *
   * @throws DeniedException if the user is not an administrator
   * @throws NoMasterException if no master answers
   */
  Optional<byte[]> read(String name) throws IOException {
    return Optional.of(call("read", name.getBytes(StandardCharsets.UTF_8)))
        .filter(document -> document.length > 0);
  }

  /** The names of the stored documents below one; fails as {@link #read} does. */
  List<String> namesBelow(String name) throws IOException {
    String names =
        new String(call("list", name.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
    return names.isEmpty() ? Collections.emptyList() : Arrays.asList(names.split("\n"));
  }

  /**
   * Asks for a change, and returns what the master has written.
   *
   * @param operation {@code set}, {@code pin} or {@code catalogue}
   * @throws DeniedException if the user is not an administrator
   * @throws NoMasterException if no master answers
   */
  byte[] change(String operation, byte[] document) throws IOException {
    return call(operation, document);
  }

  private byte[] call(String operation, byte[] document) throws IOException {
    String[] answer = answered(operation, document).split(" ", 2);
    switch (Integer.parseInt(answer[0])) {
      case 0:
        return Base64.getDecoder().decode(answer[1]);
      case DENIED:
        throw new DeniedException(answer[1]);
      case NO_MASTER:
        throw new NoMasterException(answer[1]);
      default:
        throw new IOException(answer[1]);
    }
  }

  /** The next line with the mark; all others are log. */
  private String answered(String operation, byte[] document) throws IOException {
    Process client = process;
    BufferedReader in = answers;
    if (client == null || in == null) {
      client = start();
      in =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
      process = client;
      answers = in;
    }
    String request = operation + " " + Base64.getEncoder().encodeToString(document) + "\n";
    String last = "";
    try {
      client.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      client.getOutputStream().flush();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith(MARK)) {
          return line.substring(MARK.length());
        }
        last = line;
      }
    } catch (IOException e) {
      last = e.getMessage();
    }
    close();
    throw new IOException("the client that asks the master ended without an answer: " + last);
  }

  private Process start() throws IOException {
    return HBaseClient.program(location, HBaseRelease.HBASE_2_6, CLIENT, Collections.emptyList())
        .redirectErrorStream(true)
        .start();
  }

  /** Ends the process. The next request starts another. */
  @Override
  public void close() {
    if (process != null) {
      process.destroy();
    }
    process = null;
    answers = null;
  }
}
