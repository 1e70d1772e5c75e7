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
 * The release, unpacked or installed, on a machine that has nothing but what is in {@code path}:
 * links to what the launcher uses, and to Java. There is no Maven.
 */
public record UnpackedRelease(Path home, Path path) {
  private static final List<String> COREUTILS = List.of("dirname", "readlink");

  /** Unpacks the archive. */
  public static UnpackedRelease in(Path directory) throws Exception {
    String name = "argus-" + ServerSetup.thisVersion();
    require(directory, "tar", "xzf", built(name + "-bin.tar.gz").toString());
    return new UnpackedRelease(directory.resolve(name), tools(directory));
  }

  /** Installs the Debian package into a root directory that has no other package, not even Java. */
  public static UnpackedRelease ofPackage(Path directory) throws Exception {
    Path root = Files.createDirectory(directory.resolve("root"));
    Path database = Files.createDirectories(root.resolve("var/lib/dpkg/info")).getParent();
    Files.createDirectory(database.resolve("updates"));
    Files.createFile(database.resolve("status"));
    String file = "hbase-argus_" + ServerSetup.thisVersion() + "_all.deb";
    require(directory, dpkg(root, "--force-depends", "--install", built(file).toString()));
    return new UnpackedRelease(root.resolve("usr/share/argus"), tools(directory));
  }

  /** What {@link #ofPackage} installed is removed. */
  public void removePackage() throws Exception {
    Path root = home.getParent().getParent().getParent();
    require(root, dpkg(root, "--remove", "hbase-argus"));
  }

  private static String[] dpkg(Path root, String... words) {
    List<String> start = List.of("dpkg", "--root=" + root, "--force-not-root,bad-path");
    return Stream.concat(start.stream(), Arrays.stream(words)).toArray(String[]::new);
  }

  /** A file of the release that is as its checksum says. */
  private static Path built(String name) throws Exception {
    Path file = TestCluster.repository().resolve("argus-dist/target").resolve(name).toRealPath();
    require(file.getParent(), "sha256sum", "--check", name + ".sha256");
    return file;
  }

  private static Path tools(Path directory) throws IOException {
    Path path = Files.createDirectory(directory.resolve("path"));
    for (String tool : COREUTILS) {
      Files.createSymbolicLink(path.resolve(tool), Path.of("/usr/bin", tool));
    }
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.createSymbolicLink(path.resolve("java"), java);
    return path;
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
    Path out = path.resolveSibling("out");
    Path err = path.resolveSibling("err");
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
