package io.argus.cli.doctor;

import static io.argus.core.text.Text.format;

import io.argus.cli.doctor.Finding.Severity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Findings on the keys of BucketCache: those with which HBase 2.6 region servers do not start, or
 * do something else than the keys seem to say.
 *
 * <p>Stateless.
 */
final class BucketCacheFindings {
  static final String NAME = "bucket-cache-keys";

  private static final String ENGINE = "hbase.bucketcache.ioengine";
  private static final String SIZE = "hbase.bucketcache.size";
  private static final String BUCKET_SIZES = "hbase.bucketcache.bucket.sizes";
  private static final String PERSISTENT_PATH = "hbase.bucketcache.persistent.path";
  private static final String NO_START = "; with it a region server does not start";

  private static final long MEGABYTE = 1 << 20;
  private static final long KILOBYTE = 1 << 10;

  /** HBase's BucketAllocator makes each bucket as large as so many blocks of the largest size. */
  private static final long BLOCKS_PER_BUCKET = 4;

  private static final int STANDARD_SIZES = 14;
  private static final long MAX_STANDARD_SIZE = 513 * KILOBYTE;

  /** A data block is a little larger than a family's BLOCKSIZE, which is 64 KB by default. */
  private static final long STANDARD_BLOCK = 65 * KILOBYTE;

  /** BucketEntry stores offsets in this unit. */
  private static final long UNIT = 256;

  private final HBaseSite site;
  private final Findings findings;
  private final String engine;

  private BucketCacheFindings(HBaseSite site, Findings findings, String engine) {
    this.site = site;
    this.findings = findings;
    this.engine = engine;
  }

  static void add(Evidence evidence, Findings findings) {
    HBaseSite site = evidence.site();
    site.value(ENGINE)
        .ifPresent(engine -> new BucketCacheFindings(site, findings, engine).addAll());
  }

  private void addAll() {
    boolean offheap = engine.startsWith("offheap");
    Optional<List<String>> files = BucketCacheFiles.of(engine);
    if (!offheap && !files.isPresent()) {
      problem(
          ENGINE, "must be offheap, file:PATH, files:PATH,PATH, mmap:PATH or pmem:PATH" + NO_START);
    }
    OptionalDouble megabytes = megabytes();
    List<Long> sizes = bucketSizes();
    if (megabytes.isPresent()) {
      long bytes = (long) (megabytes.getAsDouble() * MEGABYTE);
      room(bytes, sizes);
      if (offheap) {
        memory(bytes);
      }
      files.ifPresent(paths -> files(paths, bytes));
    }
    if (offheap && site.value(PERSISTENT_PATH).isPresent()) {
      note(
          PERSISTENT_PATH,
          "has no effect with "
              + ENGINE
              + " offheap: after a restart the cache is empty. Only"
              + " file:, files:, mmap: and pmem: persist");
    }
  }

  private OptionalDouble megabytes() {
    try {
      double megabytes = Double.parseDouble(site.value(SIZE).orElse("0"));
      if (megabytes >= 1) {
        return OptionalDouble.of(megabytes);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    problem(
        SIZE,
        "must be a number of MB, at least 1; a part of the heap is not understood" + NO_START);
    return OptionalDouble.empty();
  }

  /** The sizes of the key; nothing if there are none, or if HBase refuses them. */
  private List<Long> bucketSizes() {
    List<Long> sizes = new ArrayList<>();
    for (String size : site.value(BUCKET_SIZES).map(all -> all.split(",")).orElse(new String[0])) {
      try {
        sizes.add(Long.parseLong(size.trim()));
      } catch (NumberFormatException e) {
        sizes.add(0L);
      }
    }
    if (sizes.stream().anyMatch(size -> size <= 0 || size % UNIT != 0)) {
      problem(BUCKET_SIZES, "must be numbers of bytes, all multiples of " + UNIT + NO_START);
      return new ArrayList<>();
    }
    if (!sizes.isEmpty() && Collections.max(sizes) < STANDARD_BLOCK) {
      note(
          BUCKET_SIZES,
          format(
              "has no size for blocks of 64 KB, which need %s: HBase does not cache them. This is"
                  + " right only if every column family has a smaller BLOCKSIZE",
              STANDARD_BLOCK));
    }
    return sizes;
  }

  /** There must be a bucket for each size. */
  private void room(long bytes, List<Long> sizes) {
    long largest = sizes.isEmpty() ? MAX_STANDARD_SIZE : Collections.max(sizes);
    int count = sizes.isEmpty() ? STANDARD_SIZES : sizes.size();
    long bucket = BLOCKS_PER_BUCKET * largest;
    if (bytes / bucket < count) {
      problem(
          SIZE,
          format(
              "must be at least %s (MB), for one bucket of %s bytes for each of %s bucket sizes%s",
              (count * bucket + MEGABYTE - 1) / MEGABYTE, bucket, count, NO_START));
    }
  }

  private void memory(long bytes) {
    if (site.runsHere() && bytes > site.memoryBytes()) {
      problem(
          SIZE,
          format(
              "is more than the %s MB of memory that this machine has; must be less, and with the"
                  + " region server's other direct memory fit HBASE_OFFHEAPSIZE"
                  + " (-XX:MaxDirectMemorySize)%s, or the machine runs out of memory",
              site.memoryBytes() / MEGABYTE, NO_START));
    }
  }

  private void files(List<String> paths, long bytes) {
    if (!site.runsHere()) {
      return;
    }
    for (String path : paths) {
      BucketCacheFiles.wrong(path, bytes / paths.size())
          .ifPresent(wrong -> add(wrong.severity(), ENGINE, path + " " + wrong.message()));
    }
  }

  private void problem(String key, String message) {
    add(Severity.PROBLEM, key, message);
  }

  private void note(String key, String message) {
    add(Severity.NOTE, key, message);
  }

  private void add(Severity severity, String key, String message) {
    findings.add(
        severity,
        NAME,
        Collections.singletonList(key + "=" + site.keys().getOrDefault(key, "")),
        message);
  }
}
