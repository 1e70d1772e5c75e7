package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.cluster.ClientJvm;
import io.argus.contract.Eventually;
import io.argus.contract.StockClient;
import io.argus.contract.TestCluster;
import io.argus.contract.WebPage;
import io.argus.core.usage.UsageCounter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Gets of a table with the attribute ARGUS_ROWS, of a cluster with one region server. */
final class KeptRows implements AutoCloseable {
  private static final TableName NAME = TableName.valueOf("left:kept");
  private static final TableName SOURCE = TableName.valueOf("left:source");
  private static final byte[] FAMILY = Bytes.toBytes(StockClient.FAMILY);
  private static final byte[] Q = Bytes.toBytes(StockClient.QUALIFIER);
  private static final byte[] N = Bytes.toBytes("n");
  private static final int ROWS = 20;
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Pattern HITS =
      Pattern.compile("(?m)^argus_rows_hits_total\\{[^}]*tenant=\"left\"[^}]*} (\\S+)$");

  private final TestCluster cluster;
  private final Connection connection;
  private final Table table;

  KeptRows(TestCluster cluster, Connection connection) throws IOException {
    this.cluster = cluster;
    this.connection = connection;
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(keeping(plain(NAME)));
    }
    this.table = connection.getTable(NAME);
  }

  private static TableDescriptor plain(TableName name) {
    return TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
        .build();
  }

  static TableDescriptor keeping(TableDescriptor table) {
    return TableDescriptorBuilder.newBuilder(table).setValue("ARGUS_ROWS", "true").build();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }

  private static byte[] key(int row) {
    return Bytes.toBytes(String.format("row%03d", row));
  }

  private static Put put(int row, String value) {
    return new Put(key(row)).addColumn(FAMILY, Q, Bytes.toBytes(value));
  }

  private @Nullable String get(int row) throws IOException {
    return Bytes.toString(table.get(new Get(key(row))).getValue(FAMILY, Q));
  }

  /**
   * As the server publishes them after a report that began after this call. HBase takes all its
   * series away for a moment after regions have opened.
   */
  private long hits() throws Exception {
    cluster.freshReports();
    AtomicLong hits = new AtomicLong();
    Eventually.within(
        SOON,
        () -> {
          String page = WebPage.get(cluster.regionServerPort(0), "/prometheus").body();
          Matcher line = HITS.matcher(page);
          assertThat(line.find()).isTrue();
          hits.set((long) Double.parseDouble(line.group(1)));
        });
    return hits.get();
  }

  void getAll() throws IOException {
    for (int row = 0; row < ROWS; row++) {
      assertThat(get(row)).isEqualTo("first" + row);
    }
  }

  void answerGets() throws Exception {
    for (int row = 0; row < ROWS; row++) {
      table.put(put(row, "first" + row));
    }
    Eventually.within(
        SOON,
        () -> {
          long before = hits();
          getAll();
          getAll();
          assertThat(hits() - before).isGreaterThanOrEqualTo(ROWS);
        });
    long reads = readRequests();
    long before = hits();
    getAll();
    List<Get> all = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      all.add(new Get(key(row)).addColumn(FAMILY, Q));
    }
    for (Result result : table.get(all)) {
      assertThat(Bytes.toString(result.getValue(FAMILY, Q))).startsWith("first");
    }
    assertThat(hits() - before).as("single gets and a multi-get").isEqualTo(2L * ROWS);
    Eventually.within(
        SOON,
        () ->
            assertThat(readRequests() - reads)
                .as("read requests of the region")
                .isEqualTo(2L * ROWS));
  }

  private long readRequests() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getRegionMetrics(admin.getRegionServers().iterator().next(), NAME).stream()
          .mapToLong(region -> region.getReadRequestCount())
          .sum();
    }
  }

  /** Many gets of a missing row at once do not read its blocks again. */
  void readBlocksOnce() throws Exception {
    table.put(List.of(put(200, "alone"), put(201, "together")));
    try (Admin admin = connection.getAdmin()) {
      admin.flush(NAME);
      admin.clearBlockCache(NAME);
      long bytes = count(UsageCounter.HDFS_READ_BYTES);
      long reads = count(UsageCounter.HDFS_READS);
      assertThat(get(200)).isEqualTo("alone");
      long bytesAlone = count(UsageCounter.HDFS_READ_BYTES) - bytes;
      long readsAlone = count(UsageCounter.HDFS_READS) - reads;
      assertThat(bytesAlone).as("bytes that one get reads").isPositive();
      assertThat(readsAlone).as("reads of one get").isPositive();
      admin.clearBlockCache(NAME);
      bytes = count(UsageCounter.HDFS_READ_BYTES);
      reads = count(UsageCounter.HDFS_READS);
      int clients = 30;
      CyclicBarrier start = new CyclicBarrier(clients);
      Callable<String> client =
          () -> {
            start.await();
            return get(201);
          };
      assertThat(together(Collections.nCopies(clients, client))).containsOnly("together");
      assertThat(count(UsageCounter.HDFS_READ_BYTES) - bytes)
          .as("bytes that many gets read")
          .isPositive()
          .isLessThan(2 * bytesAlone);
      assertThat(count(UsageCounter.HDFS_READS) - reads)
          .as("reads of many gets")
          .isEqualTo(readsAlone);
    }
  }

  private long count(UsageCounter counter) throws Exception {
    return cluster.freshReports().get(0).tenants().stream()
        .filter(usage -> usage.tenant().name().equals("left"))
        .mapToLong(usage -> usage.totals().get(counter))
        .sum();
  }

  void areDeniedTo(Connection other) throws IOException {
    try (Table others = other.getTable(NAME)) {
      assertThatThrownBy(() -> others.get(new Get(key(0))))
          .isInstanceOf(AccessDeniedException.class);
    }
  }

  /** A write, and what a get of row 0 returns after it. */
  private void follows(Write write, @Nullable String value) throws Exception {
    get(0);
    get(0);
    write.run();
    assertThat(get(0)).isEqualTo(value);
    assertThat(get(0)).as("kept now").isEqualTo(value);
  }

  private interface Write {
    void run() throws Exception;
  }

  void followEveryWrite() throws Exception {
    Get ofColumn = new Get(key(0)).addColumn(FAMILY, N);
    follows(() -> table.put(put(0, "put")), "put");
    follows(
        () -> table.append(new Append(key(0)).addColumn(FAMILY, Q, Bytes.toBytes("+"))), "put+");
    follows(() -> table.delete(new Delete(key(0))), null);
    assertThat(table.get(ofColumn).isEmpty()).isTrue();
    follows(
        () ->
            table.checkAndMutate(
                CheckAndMutate.newBuilder(key(0)).ifNotExists(FAMILY, Q).build(put(0, "checked"))),
        "checked");
    follows(
        () ->
            table.checkAndMutate(
                CheckAndMutate.newBuilder(key(0))
                    .ifEquals(FAMILY, Q, Bytes.toBytes("other"))
                    .build(put(0, "never"))),
        "checked");
    follows(() -> table.mutateRow(RowMutations.of(List.of(put(0, "mutated")))), "mutated");
    follows(() -> table.batch(List.of(put(0, "batch"), put(1, "batch")), new Object[2]), "batch");
    for (int i = 1; i <= 3; i++) {
      assertThat(
              Bytes.toLong(
                  table
                      .increment(new Increment(key(0)).addColumn(FAMILY, N, 1))
                      .getValue(FAMILY, N)))
          .isEqualTo(i);
      assertThat(Bytes.toLong(table.get(ofColumn).getValue(FAMILY, N))).isEqualTo(i);
      assertThat(Bytes.toLong(table.get(ofColumn).getValue(FAMILY, N))).isEqualTo(i);
      assertThat(table.get(new Get(key(0))).size()).isEqualTo(2);
    }
    follows(
        () -> {
          try (Admin admin = connection.getAdmin()) {
            admin.flush(NAME);
          }
        },
        "batch");
  }

  void leaveOtherGetsToHBase() throws Exception {
    long before = hits();
    Get filtered = new Get(key(2));
    filtered.setFilter(
        new ValueFilter(CompareOperator.EQUAL, new BinaryComparator(Bytes.toBytes("none"))));
    assertThat(table.get(filtered).isEmpty()).isTrue();
    assertThat(table.get(new Get(key(2)).setTimeRange(0, 1)).isEmpty()).isTrue();
    assertThat(table.get(new Get(key(2)).readVersions(3)).isEmpty()).isFalse();
    assertThat(table.get(new Get(key(2)).setCacheBlocks(false)).isEmpty()).isFalse();
    assertThat(table.exists(new Get(key(2)))).isTrue();
    assertThat(hits() - before).as("gets that rows answered").isZero();
  }

  /** Each writer reads what it wrote, and nobody reads less than somebody was told before. */
  void followConcurrentWrites() throws Exception {
    int counters = 4;
    AtomicLongArray acknowledged = new AtomicLongArray(counters);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    List<Callable<Integer>> clients = new ArrayList<>();
    for (int i = 0; i < counters; i++) {
      int row = 100 + i;
      int counter = i;
      clients.add(
          () -> {
            for (long value = 1; System.nanoTime() < end; value++) {
              table.put(put(row, Long.toString(value)));
              acknowledged.set(counter, value);
              assertThat(get(row)).isEqualTo(Long.toString(value));
            }
            return 0;
          });
      clients.add(() -> read(row, counter, acknowledged, end));
      clients.add(() -> read(row, counter, acknowledged, end));
    }
    long before = hits();
    assertThat(together(clients).stream().mapToInt(Integer::intValue).sum()).isPositive();
    assertThat(hits() - before).as("answered by rows while they are written").isPositive();
  }

  /** What the clients return, each in a thread of its own. */
  private static <T> List<T> together(List<Callable<T>> clients) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(clients.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> client : threads.invokeAll(clients)) {
        results.add(client.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private int read(int row, int counter, AtomicLongArray acknowledged, long end)
      throws IOException {
    int reads = 0;
    long last = 0;
    for (; System.nanoTime() < end; reads++) {
      long least = Math.max(last, acknowledged.get(counter));
      String value = get(row);
      last = value == null ? 0 : Long.parseLong(value);
      assertThat(last).as("row %s", row).isGreaterThanOrEqualTo(least);
    }
    return reads;
  }

  /** Loads a copy of another table's store file. */
  void followABulkLoad() throws Exception {
    try (Admin admin = connection.getAdmin();
        Table source = connection.getTable(SOURCE)) {
      admin.createTable(plain(SOURCE));
      source.put(put(3, "loaded"));
      admin.flush(SOURCE);
    }
    run("mkdir", "org.apache.hadoop.fs.FsShell", "-mkdir", "-p", "/tmp/load/" + StockClient.FAMILY);
    run(
        "cp",
        "org.apache.hadoop.fs.FsShell",
        "-cp",
        "/hbase/data/left/source/*/f/*",
        "/tmp/load/f/");
    follows(
        () ->
            run(
                "load",
                "org.apache.hadoop.hbase.tool.BulkLoadHFilesTool",
                "/tmp/load",
                NAME.getNameAsString()),
        "batch");
    assertThat(get(3)).isEqualTo("loaded");
  }

  private void run(String name, String mainClass, String... arguments) throws Exception {
    ClientJvm client = new ClientJvm(cluster.processes());
    Process process = client.start(name, mainClass, List.of(arguments));
    assertThat(process.waitFor()).as("%s: %s", name, client.log(name)).isZero();
  }

  void endWithTheirRegion() throws Exception {
    try (Admin admin = connection.getAdmin()) {
      RegionInfo region = admin.getRegions(NAME).get(0);
      get(0);
      admin.unassign(region.getRegionName());
      admin.assign(region.getRegionName());
      Eventually.within(SOON, () -> assertThat(get(0)).isEqualTo("batch"));
      follows(() -> table.put(put(0, "moved")), "moved");
      follows(
          () -> {
            admin.disableTable(NAME);
            admin.truncateTable(NAME, false);
          },
          null);
    }
  }
}
