package io.argus.bench.fault;

import io.argus.cluster.ClientJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;

/**
 * A client process that is told what to do, and answers, line by line.
 *
 * <p>Used by one thread.
 */
final class ClientDialogue implements AutoCloseable {
  private final ClientJvm jvm;
  private final String name;
  private final Process process;
  private final BufferedReader answers;

  /**
   * Starts a client.
   *
   * @param name of its log file
   */
  ClientDialogue(ClientJvm jvm, String name, Class<?> main, List<String> arguments)
      throws IOException {
    this.jvm = jvm;
    this.name = name;
    this.process = jvm.start(name, main.getName(), arguments);
    this.answers = process.inputReader();
  }

  void say(String line) throws IOException {
    process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /**
   * The next line that is an answer. Libraries of the client may print something else.
   *
   * @throws IOException if the process has ended; it says how its log ends
   */
  String answer(Predicate<String> isAnswer) throws IOException {
    String line = answers.readLine();
    while (line != null && !isAnswer.test(line)) {
      line = answers.readLine();
    }
    if (line == null) {
      throw jvm.failure(name);
    }
    return line;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
