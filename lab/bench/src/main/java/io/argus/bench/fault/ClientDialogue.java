package io.argus.bench.fault;

import io.argus.cluster.ClientJvm;
import io.argus.core.settings.ServerSetup;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

  private ClientDialogue(ClientJvm jvm, String name, Process process) {
    this.jvm = jvm;
    this.name = name;
    this.process = process;
    this.answers = process.inputReader();
  }

  /**
   * Starts a client of {@code lab/check}.
   *
   * @param name of its log file
   */
  static ClientDialogue start(ClientJvm jvm, String name, Class<?> main) throws IOException {
    Path lab = jvm.binding().repository().resolve("lab");
    boolean old = jvm.binding().dbClass().contains(".hbase094.");
    List<Path> jars =
        List.of(jar(lab, "check"), jar(lab, old ? "check-hbase-0.94" : "check-hbase-2"));
    String connection =
        old ? "io.argus.check.hbase094.CheckedHBase094" : "io.argus.check.hbase2.CheckedHBase2";
    return new ClientDialogue(
        jvm, name, jvm.start(name, jars, main.getName(), List.of(connection)));
  }

  private static Path jar(Path lab, String module) {
    return lab.resolve(module)
        .resolve("target/argus-" + module + "-" + ServerSetup.thisVersion() + ".jar");
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
