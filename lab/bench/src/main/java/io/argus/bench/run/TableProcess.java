package io.argus.bench.run;

import io.argus.cluster.ClientJvm;
import io.argus.load.table.RegionLayout;
import io.argus.load.table.WorkloadTables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Loads, places, compacts, limits and drops the tenants' tables by short-lived client processes.
 *
 * <p>Used by one thread.
 */
public record TableProcess(ClientJvm jvm, List<String> tables) {
  public TableProcess {
    tables = List.copyOf(tables);
  }

  /** Creates the tables with regions of equal size, and fills each with that many rows. */
  public void load(long rows, int regions) throws IOException {
    load(rows, RegionLayout.even(1, regions));
  }

  /** Creates the tables and fills each with that many rows. */
  public void load(long rows, RegionLayout layout) throws IOException {
    run(List.of("load", Long.toString(rows), layout.text()));
  }

  /**
   * Lets another main class than that of the cluster's generation create and fill the tables.
   *
   * @param parts that it writes at once
   */
  public void loadBy(String mainClass, long rows, int parts) throws IOException {
    run(
        mainClass,
        List.of(Long.toString(rows), Integer.toString(parts)),
        tables,
        System.err::println);
  }

  /** Puts that many rows into the tables, which are there, and leaves them in the memstore. */
  public void put(long rows, RegionLayout layout) throws IOException {
    run(List.of("put", Long.toString(rows), layout.text()));
  }

  /** Keeps blocks of the tables out of the block cache, and makes that tenant their owner. */
  public void uncache(String tenant) throws IOException {
    run(List.of("uncache", tenant));
  }

  /**
   * Moves regions to the region servers of their layouts, and their blocks to the DataNodes of
   * these. Does nothing if all region servers share a DataNode. HBase's balancer is off afterwards.
   *
   * @param layouts of the tables
   */
  public void place(List<RegionLayout> layouts) throws IOException {
    Optional<String> servers = jvm.cluster().placement();
    if (servers.isPresent()) {
      run(List.of("place", servers.get()), assignments(layouts), System.err::println);
    }
  }

  /**
   * As {@link #place}, but leaves blocks where they are.
   *
   * @param begins called when the first region is about to move
   */
  public void move(List<RegionLayout> layouts, Runnable begins) throws IOException {
    String servers = jvm.cluster().placement().orElseThrow();
    run(
        List.of("move", servers),
        assignments(layouts),
        line -> {
          if (line.equals(WorkloadTables.MOVING)) {
            begins.run();
          }
        });
  }

  private List<String> assignments(List<RegionLayout> layouts) {
    List<String> assignments = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      assignments.add(tables.get(i) + "=" + layouts.get(i).text());
    }
    return assignments;
  }

  /** The encoded names of the regions of each table, in the order of their keys. */
  public Map<String, List<String>> regionNames() throws IOException {
    Map<String, List<String>> names = new TreeMap<>();
    run(
        List.of("regions"),
        tables,
        line -> {
          String[] words = line.split("=", -1);
          if (words.length == 2) {
            names.put(words[0], List.of(words[1].split(",", -1)));
          }
        });
    return names;
  }

  /** Drops the tables and, where HBase has them, their namespaces. */
  public void drop() throws IOException {
    run(List.of("drop"));
  }

  public void clearBlockCache() throws IOException {
    run(List.of("clear-cache"));
  }

  /** Flushes the tables and compacts them to one file per region. */
  public void settle() throws IOException {
    run(List.of("settle"));
  }

  /** Requests that the tables are flushed and compacted, and does not wait. */
  public void compact() throws IOException {
    run(List.of("compact"));
  }

  /**
   * Limits the tenants of the tables by HBase's quotas.
   *
   * @param throttle HBase's name of what is limited, such as {@code REQUEST_SIZE}
   * @param perSecond for each table, 0 for no limit
   */
  void limit(String throttle, List<Long> perSecond) throws IOException {
    List<String> command = new ArrayList<>(List.of("limit", throttle));
    perSecond.forEach(limit -> command.add(Long.toString(limit)));
    run(command);
  }

  private void run(List<String> command) throws IOException {
    run(command, tables, System.err::println);
  }

  private void run(List<String> command, List<String> objects, Consumer<String> printed)
      throws IOException {
    run(jvm.binding().tablesClass(), command, objects, printed);
  }

  private void run(
      String mainClass, List<String> command, List<String> objects, Consumer<String> printed)
      throws IOException {
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(objects);
    String name = "tables-" + command.get(0);
    Process process = jvm.start(name, mainClass, arguments);
    try (BufferedReader lines = process.inputReader()) {
      lines.lines().forEach(printed);
      if (process.waitFor() != 0) {
        throw jvm.failure(name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException(name + " was interrupted");
    } finally {
      process.destroyForcibly();
    }
  }
}
