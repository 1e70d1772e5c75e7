package io.argus.cluster.runtime;

import io.argus.cluster.disk.EmulatedDisk;
import io.argus.core.settings.ServerSetup;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What a client process needs for one HBase generation: jars beyond the runtime's and class names.
 *
 * @param repository root of the checkout
 * @param jar the jar of the load module for the generation
 * @param dbClass the YCSB binding
 * @param tablesClass the main class that loads and compacts tables
 * @param slowDisk what emulates a disk in a region server
 */
public record ClientBinding(
    Path repository, Path jar, String dbClass, String tablesClass, EmulatedDisk.Emulator slowDisk) {
  /** The binding of a module below the repository root; the class names are of its package. */
  static ClientBinding of(
      Path repository,
      String module,
      String javaPackage,
      String db,
      String slowDiskKey,
      String slowDisk) {
    Path jar = jar(repository, module);
    return new ClientBinding(
        repository,
        jar,
        javaPackage + "." + db,
        javaPackage + ".Tables",
        new EmulatedDisk.Emulator(
            List.of(jar, jar(repository, "argus-load")),
            slowDiskKey,
            javaPackage + "." + slowDisk));
  }

  /**
   * This binding with another DB of a module that needs it; tables are handled as before.
   *
   * @param directory of the module, below the repository root
   * @param module the name of its jar
   */
  public ClientBinding with(String directory, String module, String otherDbClass) {
    Path otherJar = repository.resolve(directory).resolve(jarIn(module));
    return new ClientBinding(repository, otherJar, otherDbClass, tablesClass, slowDisk);
  }

  /** The jar of {@link io.argus.load.host.HostSocketFactory}. */
  public Path hostJar() {
    return slowDisk.jars().get(1);
  }

  /**
   * The jars with HBase's own endpoints that region servers need beyond the runtime; none if the
   * runtime has them.
   */
  public List<Path> endpointJars() {
    return Arrays.stream(clientJars().split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(file -> file.getFileName().toString().startsWith("hbase-endpoint-"))
        .toList();
  }

  private static Path jar(Path repository, String module) {
    return repository.resolve(module).resolve(jarIn(module));
  }

  private static String jarIn(String module) {
    return "target/" + module + "-" + ServerSetup.thisVersion() + ".jar";
  }

  /** The class path of a client of that runtime, configured by that directory. */
  public String classPath(HBaseRuntime runtime, Path conf) {
    return String.join(
        File.pathSeparator,
        List.of(conf.toString(), jar.toString(), clientJars(), runtime.classPath()));
  }

  /** What a client needs beyond the runtime, as the {@code java} command takes it. */
  private String clientJars() {
    try {
      return Files.readString(jar.resolveSibling("classpath")).trim();
    } catch (IOException e) {
      throw new UncheckedIOException("no class path of clients: run mvn package first", e);
    }
  }
}
