package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.ServerSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The release's archive, unpacked, on a machine that has nothing but what is in {@code path}: links
 * to what the launcher uses, and to Java. There is no Maven.
 */
public record UnpackedRelease(Path home, Path path) {
  private static final List<String> COREUTILS = List.of("dirname", "readlink");

  public static UnpackedRelease in(Path directory) throws Exception {
    String name = "argus-" + ServerSetup.thisVersion();
    Path archive =
        TestCluster.repository().resolve("argus-dist/target/" + name + "-bin.tar.gz").toRealPath();
    require(archive.getParent(), "sha256sum", "--check", archive.getFileName() + ".sha256");
    require(directory, "tar", "xzf", archive.toString());
    Path path = Files.createDirectory(directory.resolve("path"));
    for (String tool : COREUTILS) {
      Files.createSymbolicLink(path.resolve(tool), Path.of("/usr/bin", tool));
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.createSymbolicLink(path.resolve("java"), java);
    return new UnpackedRelease(directory.resolve(name), path);
  }

  /** Every file is as its checksum says, and every file but those has one. */
  public void requireChecksums() throws Exception {
    require(home, "sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS");
    try (Stream<Path> files = Files.walk(home)) {
      assertThat(Files.readAllLines(home.resolve("SHA256SUMS")))
          .hasSize((int) files.filter(Files::isRegularFile).count() - 1);
    }
  }

  /** Runs a command; nothing of this process's environment reaches it. */
  public CliRun run(String... words) throws Exception {
    return run(Map.of(), words);
  }

  /** {@link #run(String...)} with more of an environment. */
  public CliRun run(Map<String, String> environment, String... words) throws Exception {
    Path out = home.resolveSibling("out");
    Path err = home.resolveSibling("err");
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(Stream.of(home.resolve("bin/argus").toString()), Arrays.stream(words))
                .toList());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", path.toString());
    builder.environment().putAll(environment);
    int exitCode = builder.start().waitFor();
    return new CliRun(exitCode, Files.readString(out), Files.readString(err));
  }

  /** Starts a command that can be terminated, with what {@link #run} gives it. */
  public CliProcess start(Path directory, Map<String, String> environment, List<String> words)
      throws IOException {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("PATH", path.toString());
    return CliProcess.start(home.resolve("bin/argus").toString(), directory, words, all);
  }

  private static void require(Path directory, String... command)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).directory(directory.toFile()).inheritIO().start();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
  }
}
