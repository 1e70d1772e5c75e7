package io.argus.bench.cluster;

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
 *     <p>Immutable.
 */
public record ClientBinding(Path jar, Path classPathFile, String dbClass, String tablesClass) {
  private static final String VERSION = "0.1.0-SNAPSHOT";

  /** The binding for HBase 2, resolved below the repository root. */
  public static ClientBinding hbase2(Path repository) {
    Path target = repository.resolve("argus-bench-hbase-2/target");
    return new ClientBinding(
        target.resolve("argus-bench-hbase-2-" + VERSION + ".jar"),
        target.resolve("classpath"),
        "io.argus.bench.hbase2.HBase2Db",
        "io.argus.bench.hbase2.Tables");
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
