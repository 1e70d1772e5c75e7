package io.argus.bench.soak;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cluster.runtime.JmxPage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one server from outside: at its process, and at the beans that it shows on its web page.
 *
 * <p>Used by one thread.
 *
 * @param process such as {@code regionserver-0}
 * @param httpPort of its web page
 */
record ServerProbe(String process, long pid, int httpPort) {
  private static final double MEGABYTE = 1 << 20;
  private static final long COLLECTION_SECONDS = 60;

  /**
   * Lets the server collect its garbage, and looks.
   *
   * @throws IOException if the server does not answer
   */
  Map<Quantity, Double> poll() throws IOException {
    collect();
    Map<Quantity, Double> seen = new EnumMap<>(Quantity.class);
    seen.put(Quantity.HEAP, heapBytes() / MEGABYTE);
    seen.put(
        Quantity.DIRECT,
        number(JmxPage.bean(httpPort, "java.nio:type=BufferPool,name=direct"), "MemoryUsed")
            / MEGABYTE);
    seen.put(
        Quantity.THREADS,
        number(JmxPage.bean(httpPort, "java.lang:type=Threading"), "ThreadCount"));
    seen.put(Quantity.FILES, (double) openFiles());
    return seen;
  }

  private void collect() throws IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    Process collection =
        new ProcessBuilder(jcmd, Long.toString(pid), "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!collection.waitFor(COLLECTION_SECONDS, TimeUnit.SECONDS)
          || collection.exitValue() != 0) {
        throw new IOException(process + " (process " + pid + ") does not collect its garbage");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + process + " collects its garbage");
    } finally {
      collection.destroyForcibly();
    }
  }

  /** What was left in the pools of the heap by the last collection of each. */
  private double heapBytes() throws IOException {
    double bytes = 0;
    for (JsonObject pool : JmxPage.beans(httpPort, "java.lang:type=MemoryPool,*")) {
      JsonElement type = pool.get("Type");
      JsonElement usage = pool.get("CollectionUsage");
      if (type != null
          && type.getAsString().equals("HEAP")
          && usage != null
          && usage.isJsonObject()) {
        bytes += JmxPage.number(usage.getAsJsonObject(), "used");
      }
    }
    if (bytes == 0) {
      throw new IOException(process + " does not show its heap on port " + httpPort);
    }
    return bytes;
  }

  private double number(@Nullable JsonObject bean, String attribute) throws IOException {
    if (bean == null) {
      throw new IOException(process + " does not answer on port " + httpPort);
    }
    return JmxPage.number(bean, attribute);
  }

  private int openFiles() throws IOException {
    int files = 0;
    try (DirectoryStream<Path> open =
        Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
      for (Path file : open) {
        files += file == null ? 0 : 1;
      }
    }
    return files;
  }
}
