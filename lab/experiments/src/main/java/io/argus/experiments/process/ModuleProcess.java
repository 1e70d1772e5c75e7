package io.argus.experiments.process;

import io.argus.cli.install.ArgusHome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The program of a module that is not on the class path of the commands, because it needs HBase on
 * its own. It runs in a process of its own, on the terminal of this one.
 */
public final class ModuleProcess {
  private ModuleProcess() {}

  /**
   * Runs a program and returns its exit code.
   *
   * @param module directory of the module
   * @param mainClass full name
   */
  public static int run(String module, String mainClass, List<String> arguments)
      throws IOException, InterruptedException {
    return run(module, mainClass, List.of(), arguments);
  }

  /** {@link #run(String, String, List)} with flags for the JVM. */
  public static int run(
      String module, String mainClass, List<String> jvmFlags, List<String> arguments)
      throws IOException, InterruptedException {
    String classPath = classPath(ArgusHome.path().resolve(module).resolve("target/classpath"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED"); // else HBase complains
    command.addAll(jvmFlags);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  /**
   * The class path of a module: its classes, and what a file beside them names.
   *
   * @param file as Maven writes it
   */
  static String classPath(Path file) throws IOException {
    return file.resolveSibling("classes") + File.pathSeparator + Files.readString(file).trim();
  }
}
