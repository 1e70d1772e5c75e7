package io.argus.bench.cluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A stock HBase with its Hadoop and ZooKeeper: the class path Maven resolved for it, how its
 * processes are started and what its clients need.
 *
 * <p>Immutable.
 */
public final class HBaseRuntime {
  private final String name;
  private final Path classPathFile;
  private final Path firstOnClassPath;
  private final Generation generation;
  private final ClientBinding binding;

  private HBaseRuntime(
      String name,
      Path classPathFile,
      Path firstOnClassPath,
      Generation generation,
      ClientBinding binding) {
    this.name = name;
    this.classPathFile = classPathFile;
    this.firstOnClassPath = firstOnClassPath;
    this.generation = generation;
    this.binding = binding;
  }

  /** HBase 2.6 on the given Hadoop generation, resolved below the repository root. */
  public static HBaseRuntime hbase26(Path repository, int hadoop) {
    if (hadoop != 2 && hadoop != 3) {
      throw new IllegalArgumentException("hadoop is " + hadoop + "; choose 2 or 3");
    }
    Path target = repository.resolve("runtimes/hbase-2.6-hadoop" + hadoop + "/target");
    return new HBaseRuntime(
        hadoop == 2 ? "2.6.4" : "2.6.4-hadoop3",
        target.resolve("classpath"),
        target.resolve("web"),
        new HBase2Generation(),
        ClientBinding.hbase2(repository));
  }

  /** HBase 0.94 on Hadoop 1.2, resolved below the repository root. */
  public static HBaseRuntime hbase094(Path repository) {
    ClientBinding binding = ClientBinding.hbase094(repository);
    return new HBaseRuntime(
        "0.94.27",
        repository.resolve("runtimes/hbase-0.94/target/classpath"),
        binding.jar(),
        new HBase094Generation(),
        binding);
  }

  /** What reports call it, such as {@code 2.6.4}. */
  public String name() {
    return name;
  }

  /** What the bench's clients need beyond the runtime. */
  public ClientBinding binding() {
    return binding;
  }

  /** What a client's process needs, of any generation. */
  public static List<String> clientFlags() {
    return Jdk17.FLAGS;
  }

  Generation generation() {
    return generation;
  }

  /** The class path as the {@code java} command takes it. */
  public String classPath() {
    try {
      return firstOnClassPath + File.pathSeparator + Files.readString(classPathFile).trim();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "no class path for HBase " + name + ": run mvn package first", e);
    }
  }

  @Override
  public String toString() {
    return "HBase " + name;
  }
}
