package io.argus.bench.cluster;

import io.argus.bench.disk.EmulatedDisk;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a client process needs for one HBase generation: jars beyond the runtime's and class names.
 *
 * @param jar the module's jar
 * @param classPathFile its dependencies
 * @param dbClass the YCSB binding
 * @param tablesClass the process that loads and tidies tables
 * @param slowDisk what emulates a slow disk in a region server
 *     <p>Immutable.
 */
public record ClientBinding(
    Path jar,
    Path classPathFile,
    String dbClass,
    String tablesClass,
    EmulatedDisk.Emulator slowDisk) {
  private static final String VERSION = "0.1.0-SNAPSHOT";

  /** The binding for HBase 2, resolved below the repository root. */
  static ClientBinding hbase2(Path repository) {
    return of(
        repository,
        "argus-bench-hbase-2",
        "io.argus.bench.hbase2.HBase2Db",
        "io.argus.bench.hbase2.Tables",
        "fs.hdfs.impl",
        "io.argus.bench.hbase2.SlowDiskFileSystem");
  }

  /** The binding for HBase 0.94, resolved below the repository root. */
  static ClientBinding hbase094(Path repository) {
    return of(
        repository,
        "argus-bench-hbase-0.94",
        "io.argus.bench.hbase094.HBase094Db",
        "io.argus.bench.hbase094.Tables",
        "hadoop.rpc.socket.factory.class.ClientProtocol",
        "io.argus.bench.hbase094.SlowDiskSocketFactory");
  }

  private static ClientBinding of(
      Path repository,
      String module,
      String dbClass,
      String tablesClass,
      String slowDiskKey,
      String slowDiskClass) {
    Path jar = jar(repository, module);
    return new ClientBinding(
        jar,
        jar.resolveSibling("classpath"),
        dbClass,
        tablesClass,
        new EmulatedDisk.Emulator(
            List.of(jar, jar(repository, "argus-bench-load")), slowDiskKey, slowDiskClass));
  }

  private static Path jar(Path repository, String module) {
    return repository.resolve(module).resolve("target/" + module + "-" + VERSION + ".jar");
  }

  /** The class path of a client of that runtime, configured by that directory. */
  public String classPath(HBaseRuntime runtime, Path conf) {
    try {
      return String.join(
          File.pathSeparator,
          List.of(
              conf.toString(),
              jar.toString(),
              Files.readString(classPathFile).trim(),
              runtime.classPath()));
    } catch (IOException e) {
      throw new UncheckedIOException("no class path of clients: run mvn package first", e);
    }
  }
}
