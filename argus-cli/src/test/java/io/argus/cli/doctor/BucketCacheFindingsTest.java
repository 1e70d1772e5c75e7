package io.argus.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.argus.cli.doctor.Finding.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketCacheFindingsTest {
  private static final String ENGINE = "hbase.bucketcache.ioengine";
  private static final String SIZE = "hbase.bucketcache.size";
  private static final String BUCKET_SIZES = "hbase.bucketcache.bucket.sizes";
  private static final String PERSISTENT_PATH = "hbase.bucketcache.persistent.path";
  private static final long MEMORY_BYTES = 8L << 30;

  @TempDir private Path directory;

  private final Map<String, String> keys = new TreeMap<>(Map.of(ENGINE, "offheap", SIZE, "4096"));
  private boolean runsHere = true;

  private List<Finding> found() {
    Evidence evidence =
        new Evidence(
            List.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            false,
            new HBaseSite(keys, runsHere, MEMORY_BYTES),
            0);
    Findings findings = new Findings();
    BucketCacheFindings.add(evidence, findings);
    return findings.found();
  }

  private void only(Severity severity, String key, String message) {
    assertThat(found())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(severity);
              assertThat(finding.subjects()).containsExactly(key + "=" + keys.get(key));
              assertThat(finding.message()).contains(message);
            });
  }

  @Test
  void aCacheThatFitsIsFine() {
    assertThat(found()).isEmpty();
    keys.put(BUCKET_SIZES, "5120, 66560, 132096");
    assertThat(found()).isEmpty();
  }

  @Test
  void withoutAnEngineNothingIsSaid() {
    keys.remove(ENGINE);
    keys.put(SIZE, "0.4");
    assertThat(found()).isEmpty();
  }

  @Test
  void anUnknownEngineIsAProblem() {
    keys.put(ENGINE, "heap");
    only(Severity.PROBLEM, ENGINE, "must be offheap, file:PATH");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.4", "many", ""})
  void aSizeThatIsNoNumberOfMegabytesIsAProblem(String size) {
    keys.put(SIZE, size);
    only(Severity.PROBLEM, SIZE, "must be a number of MB, at least 1");
  }

  @Test
  void aCacheLargerThanTheMemoryOfThisMachineIsAProblemIfARegionServerRunsHere() {
    keys.put(SIZE, "8193");
    only(Severity.PROBLEM, SIZE, "more than the 8192 MB of memory");
    runsHere = false;
    assertThat(found()).isEmpty();
  }

  @Test
  void aFileMayBeLargerThanTheMemory() {
    keys.put(ENGINE, "mmap:" + directory.resolve("cache"));
    keys.put(SIZE, "8193");
    assertThat(found()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"5120,66561", "5120,x", "0,66560"})
  void bucketSizesThatAreNoMultiplesOf256AreAProblem(String sizes) {
    keys.put(BUCKET_SIZES, sizes);
    only(Severity.PROBLEM, BUCKET_SIZES, "multiples of 256");
  }

  @Test
  void bucketSizesWithoutOneForTheUsualBlockAreANote() {
    keys.put(BUCKET_SIZES, "5120,9216");
    only(Severity.NOTE, BUCKET_SIZES, "no size for blocks of 64 KB");
  }

  @Test
  void thereMustBeABucketForEachSize() {
    keys.put(SIZE, "28");
    only(Severity.PROBLEM, SIZE, "must be at least 29 (MB), for one bucket of 2101248 bytes");
    keys.put(SIZE, "29");
    assertThat(found()).isEmpty();
    keys.put(BUCKET_SIZES, "66560,4194304");
    only(Severity.PROBLEM, SIZE, "must be at least 32 (MB)");
  }

  @Test
  void offHeapDoesNotPersist() {
    keys.put(PERSISTENT_PATH, directory.resolve("map").toString());
    only(Severity.NOTE, PERSISTENT_PATH, "after a restart the cache is empty");
    keys.put(ENGINE, "file:" + directory.resolve("cache"));
    assertThat(found()).isEmpty();
  }

  @Test
  void filesThatCannotBeCreatedAreAProblemOnThisMachineOnly() {
    keys.put(ENGINE, "files:" + directory.resolve("cache") + "," + directory.resolve("no/cache"));
    only(Severity.PROBLEM, ENGINE, directory.resolve("no/cache") + " is in no directory");
    runsHere = false;
    assertThat(found()).isEmpty();
  }

  @Test
  void aDirectoryIsNoFile() {
    keys.put(ENGINE, "mmap:" + directory);
    only(Severity.PROBLEM, ENGINE, "is a directory");
  }

  @Test
  void aFileThatThisUserCannotWriteIsANoteBecauseHBaseMayBeAnotherUser() throws Exception {
    Path file = Files.createFile(directory.resolve("cache"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assumeThat(Files.isWritable(file)).as("root may write everything").isFalse();
    keys.put(ENGINE, "file:" + file);
    only(Severity.NOTE, ENGINE, "cannot be written by " + System.getProperty("user.name"));
  }

  @Test
  void aFileLargerThanItsFileSystemIsAProblem() {
    keys.put(ENGINE, "file:" + directory.resolve("cache"));
    keys.put(SIZE, "1e12");
    only(Severity.PROBLEM, ENGINE, "its file system has");
  }

  @Test
  void aPathWithVariablesIsLeftToHBase() {
    keys.put(ENGINE, "file:/nowhere/cache-${hbase.regionserver.port}");
    assertThat(found()).isEmpty();
  }
}
