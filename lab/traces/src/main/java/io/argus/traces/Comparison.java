package io.argus.traces;

import io.argus.traces.access.AccessPattern;
import io.argus.traces.access.TableLayout;
import io.argus.traces.access.Trace;
import io.argus.traces.policy.TracedSystem;
import io.argus.traces.report.Recovery;
import io.argus.traces.report.SystemResult;
import io.argus.traces.report.TraceResult;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Replays every trace on every system with every size of the cache, as many at a time as there are
 * CPU.
 *
 * @param cachePercents sizes of the cache, in percent of the blocks of the table
 * @param accesses length of each trace
 * @param seed of the traces
 */
record Comparison(
    List<AccessPattern> patterns,
    List<Double> cachePercents,
    List<TracedSystem> systems,
    TableLayout table,
    int accesses,
    long seed) {
  /** The part of a trace after which hits count. */
  static final double WARM_UP = 0.2;

  /** The figures of one system, trace and size. */
  private record Cell(double hitRatio, List<Recovery> recovery) {}

  /**
   * Returns the results in the order of the patterns.
   *
   * @param done told the number of finished traces
   */
  List<TraceResult> run(Consumer<Integer> done) {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<CompletableFuture<TraceResult>> pending = new ArrayList<>();
      for (AccessPattern pattern : patterns) {
        pending.add(replay(pattern, threads));
      }
      List<TraceResult> results = new ArrayList<>();
      for (CompletableFuture<TraceResult> each : pending) {
        results.add(each.join());
        done.accept(results.size());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private CompletableFuture<TraceResult> replay(AccessPattern pattern, ExecutorService threads) {
    return CompletableFuture.supplyAsync(() -> Trace.draw(pattern, table, accesses, seed), threads)
        .thenCompose(
            trace -> {
              List<TracedSystem> compared =
                  systems.stream().filter(system -> system.appliesTo(trace)).toList();
              List<List<CompletableFuture<Cell>>> cells = new ArrayList<>();
              for (TracedSystem system : compared) {
                cells.add(
                    cachePercents.stream()
                        .map(
                            percent ->
                                CompletableFuture.supplyAsync(
                                    () -> cell(trace, system, percent), threads))
                        .toList());
              }
              return CompletableFuture.allOf(
                      cells.stream().flatMap(List::stream).toArray(CompletableFuture<?>[]::new))
                  .thenApply(all -> result(pattern, compared, cells));
            });
  }

  private Cell cell(Trace trace, TracedSystem system, double cachePercent) {
    int cacheBlocks = (int) Math.max(1, Math.round(table.blocks() * cachePercent / 100));
    BitSet hits = system.hits(trace, cacheBlocks);
    int from = (int) (trace.length() * WARM_UP);
    double ratio = (double) hits.get(from, trace.length()).cardinality() / (trace.length() - from);
    boolean moves = trace.phase() < trace.length();
    return new Cell(ratio, moves ? List.of(Recovery.of(trace, hits, cacheBlocks)) : List.of());
  }

  private static TraceResult result(
      AccessPattern pattern,
      List<TracedSystem> systems,
      List<List<CompletableFuture<Cell>>> cells) {
    List<SystemResult> results = new ArrayList<>();
    for (int i = 0; i < systems.size(); i++) {
      List<Cell> ofSystem = cells.get(i).stream().map(CompletableFuture::join).toList();
      results.add(
          new SystemResult(
              systems.get(i).name(),
              systems.get(i).kind(),
              ofSystem.stream().map(Cell::hitRatio).toList(),
              ofSystem.stream().flatMap(cell -> cell.recovery().stream()).toList()));
    }
    return new TraceResult(pattern.label(), pattern.description(), results);
  }
}
