package io.argus.bench.fault;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import io.argus.bench.check.CheckClient;
import io.argus.bench.check.CheckResult;
import io.argus.bench.cluster.ClientJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The process of the checking client, see {@link CheckClient}.
 *
 * <p>Used by one thread.
 */
final class CheckProcess implements AutoCloseable {
  private static final String NAME = "client-check";

  private final ClientJvm jvm;
  private final Process process;
  private final BufferedReader lines;

  private CheckProcess(ClientJvm jvm, Process process) {
    this.jvm = jvm;
    this.process = process;
    this.lines = process.inputReader();
  }

  /** Starts it, and waits until its table is there. */
  static CheckProcess start(ClientJvm jvm) throws IOException {
    CheckProcess started =
        new CheckProcess(
            jvm,
            jvm.start(NAME, CheckClient.class.getName(), List.of(jvm.binding().checkedClass())));
    while (!started.line().equals(CheckClient.READY)) {
      // Something else that a library printed.
    }
    return started;
  }

  void begin() throws IOException {
    send("begin");
  }

  /** Ends the threads, and reads everything back. */
  CheckResult end() throws IOException {
    send("end");
    while (true) {
      String line = line();
      if (line.startsWith("{")) {
        try {
          return new Gson().fromJson(line, CheckResult.class);
        } catch (JsonSyntaxException e) {
          throw new IOException(NAME + " printed " + line, e);
        }
      }
    }
  }

  private void send(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  private String line() throws IOException {
    String line = lines.readLine();
    if (line == null) {
      throw jvm.failure(NAME);
    }
    return line;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
