package io.argus.traces;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MainTest {
  @Test
  void aSmallComparisonWritesTableJsonAndPage(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("out/traces.json");
    Path html = directory.resolve("out/traces.html");

    String printed =
        printed(
            0,
            ("--blocks 100 --accesses 2000 --sizes 10,50 --json " + json + " --html " + html)
                .split(" "));

    assertThat(printed).contains("uniform: ", "moved: ", "best of HBase's", "argus: ");
    JsonObject document = JsonParser.parseString(Files.readString(json)).getAsJsonObject();
    assertThat(document.getAsJsonArray("traces")).hasSize(8);
    assertThat(document.getAsJsonArray("aims")).hasSize(3);
    assertThat(document.getAsJsonObject("conditions").get("hbase").getAsString())
        .isEqualTo("2.6.4");
    assertThat(Files.readString(html)).contains("bench traces --blocks 100");
  }

  @Test
  void chosenTracesAndSystemsAreTheOnlyOnes() {
    String printed =
        printed(
            0,
            "--blocks 100 --accesses 2000 --sizes 20 --traces loop --systems belady,LRU"
                .split(" "));

    assertThat(printed.lines())
        .startsWith("loop: one scan after the other over the whole table")
        .anyMatch(line -> line.matches(" +LRU +0\\.000"))
        .anyMatch(line -> line.matches(" +Belady +0\\.(19|20)\\d"))
        .noneMatch(line -> line.contains("argus"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--traces warm | trace is warm; choose uniform",
        "--systems arc | system is arc; choose argus",
        "--sizes 101 | size is 101.0; must be above 0, at most 100 percent",
        "--sizes 0.1 | size is 0.1; must be at least 10 of 5263 blocks",
        "--blocks 9 --sizes 100 | size is 100.0; must be at least 10 of 9 blocks",
        "--accesses 1 | accesses is 1; must be at least 100",
      })
  void nonsenseIsRefusedInOneLine(String words, String message) {
    PrintStream err = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try {
      assertThat(Main.run(words.split(" "))).isEqualTo(1);
    } finally {
      System.setErr(err);
    }
    assertThat(told.toString(StandardCharsets.UTF_8)).startsWith("argus: " + message);
  }

  private static String printed(int exitCode, String... arguments) {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(Main.run(arguments)).isEqualTo(exitCode);
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
