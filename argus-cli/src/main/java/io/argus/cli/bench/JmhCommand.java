package io.argus.cli.bench;

import io.argus.cli.install.ArgusHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * {@code argus jmh}: what Argus's cache and queue cost per operation, compared with HBase's. Runs
 * in a process of its own because it needs HBase on its class path.
 */
@Command(
    name = "jmh",
    description = {
      "Measures what Argus's cache and queue cost per operation, compared with HBase's.",
      "'argus jmh --help' shows the options."
    })
public final class JmhCommand implements Callable<Integer> {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path target = ArgusHome.path().resolve("argus-jmh").resolve("target");
    String classPath =
        target.resolve("classes")
            + File.pathSeparator
            + Files.readString(target.resolve("classpath")).trim();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", classPath, "io.argus.jmh.Main"));
    command.addAll(arguments);
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
