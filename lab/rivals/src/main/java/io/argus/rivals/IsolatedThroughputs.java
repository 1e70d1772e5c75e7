package io.argus.rivals;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The file by which the bench tells region servers which tenants run together, and what each of
 * them does when it runs alone: operations per second on all servers, by tenant.
 *
 * <p>Stateless.
 */
public final class IsolatedThroughputs {
  private static final String NAME = "argus-rivals-isolated-throughputs.properties";

  private IsolatedThroughputs() {}

  /**
   * @param temporary the value of {@code hbase.tmp.dir}
   */
  static Path file(Path temporary) {
    return temporary.resolve(NAME);
  }

  /** Writes the file; a reader sees all of it or nothing. */
  public static void write(Path temporary, Map<String, Double> throughputs) throws IOException {
    StringBuilder text = new StringBuilder();
    throughputs.forEach(
        (tenant, throughput) -> text.append(tenant).append('=').append(throughput).append('\n'));
    Files.createDirectories(temporary);
    Path partial = temporary.resolve(NAME + ".partial");
    Files.writeString(partial, text);
    Files.move(partial, file(temporary), StandardCopyOption.REPLACE_EXISTING);
  }

  /** No tenants run together any more. */
  public static void remove(Path temporary) throws IOException {
    Files.deleteIfExists(file(temporary));
  }

  /** Empty if there is no file. */
  static Map<String, Double> read(Path temporary) throws IOException {
    Map<String, Double> throughputs = new TreeMap<>();
    try (Reader reader = Files.newBufferedReader(file(temporary))) {
      Properties lines = new Properties();
      lines.load(reader);
      for (String tenant : lines.stringPropertyNames()) {
        throughputs.put(tenant, Double.parseDouble(lines.getProperty(tenant)));
      }
    } catch (NoSuchFileException noMixRuns) {
      return Map.of();
    } catch (IllegalArgumentException e) {
      throw new IOException(file(temporary) + ": " + e.getMessage(), e);
    }
    return throughputs;
  }
}
