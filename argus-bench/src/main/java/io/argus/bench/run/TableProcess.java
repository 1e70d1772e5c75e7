package io.argus.bench.run;

import io.argus.bench.cluster.ClientJvm;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads and tidies the tenants' tables by short-lived client processes.
 *
 * <p>Used by one thread.
 */
public final class TableProcess {
  private final ClientJvm jvm;
  private final List<String> tables;

  public TableProcess(ClientJvm jvm, List<String> tables) {
    this.jvm = jvm;
    this.tables = List.copyOf(tables);
  }

  /** Makes the tables and fills each with as many rows. */
  public void load(long rows, int regions) throws IOException {
    run(List.of("load", Long.toString(rows), Integer.toString(regions)));
  }

  /** Evicts the tables' blocks from the block caches of all region servers. */
  public void clearBlockCache() throws IOException {
    run(List.of("clear-cache"));
  }

  /** Flushes the tables and compacts them to a file per region. */
  public void settle() throws IOException {
    run(List.of("settle"));
  }

  /** Asks for the tables to be flushed and compacted, and does not wait for that. */
  public void compact() throws IOException {
    run(List.of("compact"));
  }

  /**
   * Limits the tenants of the tables by HBase's quotas.
   *
   * @param throttle HBase's name of what is limited
   * @param perSecond for each table, 0 for without limit
   */
  void limit(String throttle, List<Long> perSecond) throws IOException {
    List<String> command = new ArrayList<>(List.of("limit", throttle));
    perSecond.forEach(limit -> command.add(Long.toString(limit)));
    run(command);
  }

  private void run(List<String> command) throws IOException {
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(tables);
    String name = "tables-" + command.get(0);
    Process process = jvm.start(name, jvm.binding().tablesClass(), arguments);
    process.getInputStream().transferTo(System.err);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(name + " failed; see " + jvm.log(name));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(name + " was interrupted");
    } finally {
      process.destroyForcibly();
    }
  }
}
