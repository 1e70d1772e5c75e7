package io.argus.bench.fault.kind;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultSite;
import io.argus.cluster.disk.Disk;
import io.argus.cluster.disk.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** File systems without room. Stateless. */
final class StorageFaults {
  private static final int SECONDS = 15;

  private StorageFaults() {}

  static List<Fault> all() {
    return List.of(
        new Fault(
                "full-datanode",
                "no room on the disk of one of three DataNodes for " + SECONDS + " s",
                SECONDS,
                site -> disks(site).get(2).fill(true),
                site -> disks(site).get(2).fill(false))
            .where(StorageFaults::needsFileSystems),
        new Fault(
                "full-datanodes",
                "no room on the disks of all DataNodes for " + SECONDS + " s",
                SECONDS,
                site -> fillAll(site, true),
                site -> fillAll(site, false))
            .where(StorageFaults::needsFileSystems),
        new Fault(
                "full-log-directory",
                "no room where a region server writes its log for " + SECONDS + " s",
                SECONDS,
                site -> logDisk(site).fill(true),
                site -> logDisk(site).fill(false))
            .where(
                site ->
                    SmallDisk.isPossible()
                        ? Optional.empty()
                        : Optional.of("a file system for logs needs root and loop devices"))
            .after(StorageFaults::logToSmallDisk));
  }

  private static List<Disk> disks(FaultSite site) {
    return site.cluster().disks().all();
  }

  private static Optional<String> needsFileSystems(FaultSite site) {
    return disks(site).get(0).isFileSystem()
        ? Optional.empty()
        : Optional.of("the DataNodes share a file system with others; choose --disk kernel");
  }

  private static void fillAll(FaultSite site, boolean full) throws IOException {
    for (Disk disk : disks(site)) {
      disk.fill(full);
    }
  }

  private static SmallDisk logDisk(FaultSite site) {
    return SmallDisk.below(site.cluster().state().root());
  }

  /** The last region server has its log there from its restart on. */
  private static void logToSmallDisk(FaultSite site) throws IOException {
    Path log = logDisk(site).attach().resolve("regionserver.log");
    Path conf = site.cluster().state().conf().resolve(site.lastRegionServer());
    Files.createDirectories(conf);
    Files.writeString(
        conf.resolve("log4j.properties"),
        """
        log4j.rootLogger=INFO,file
        log4j.appender.file=org.apache.log4j.FileAppender
        log4j.appender.file.File=%s
        log4j.appender.file.layout=org.apache.log4j.PatternLayout
        log4j.appender.file.layout.ConversionPattern=%%d{ISO8601} %%-5p [%%t] %%c{2}: %%m%%n
        """
            .formatted(log));
    site.restartLastRegionServer();
  }
}
