package io.argus.bench.fault;

import io.argus.bench.check.ActionClient;
import io.argus.bench.cluster.ClientJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The process that does to tables what {@link ActionClient} can.
 *
 * <p>Used by one thread.
 */
final class ActionProcess implements AutoCloseable {
  private static final String NAME = "client-actions";

  private final ClientJvm jvm;
  private final Process process;
  private final BufferedReader answers;

  private ActionProcess(ClientJvm jvm, Process process) {
    this.jvm = jvm;
    this.process = process;
    this.answers = process.inputReader();
  }

  static ActionProcess start(ClientJvm jvm) throws IOException {
    return new ActionProcess(
        jvm, jvm.start(NAME, ActionClient.class.getName(), List.of(jvm.binding().checkedClass())));
  }

  /**
   * Does it and waits until it is done.
   *
   * @throws IOException if it failed
   */
  void act(String... words) throws IOException {
    String line = String.join(" ", words);
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    String answer = answers.readLine();
    while (answer != null && !answer.equals(ActionClient.DONE)) {
      if (answer.startsWith(ActionClient.FAILED)) {
        throw new IOException(line + ": " + answer);
      }
      answer = answers.readLine();
    }
    if (answer == null) {
      throw jvm.failure(NAME);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
