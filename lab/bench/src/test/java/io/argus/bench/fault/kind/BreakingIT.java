package io.argus.bench.fault.kind;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class BreakingIT {

  @Test
  void aMethodOfARunningProcessThrowsUntilItIsFixed() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                Path.of("target", "test-classes").toString(),
                Answering.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(request(process, answers)).isEqualTo("sound");
      String method = Answering.class.getName() + "#answer";
      for (int i = 0; i < 2; i++) {
        Breaking.only(process.pid(), List.of(method, "no.such.Class#method"));
        assertThat(request(process, answers))
            .isEqualTo("broken on purpose: " + Answering.class.getName() + ".answer");
        Breaking.only(process.pid(), List.of());
        assertThat(request(process, answers)).isEqualTo("sound");
      }
    } finally {
      process.destroyForcibly();
    }
  }

  private static String request(Process process, BufferedReader answers) throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    return answers.readLine();
  }
}
