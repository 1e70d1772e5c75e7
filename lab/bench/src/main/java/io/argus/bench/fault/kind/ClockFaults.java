package io.argus.bench.fault.kind;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultSite;
import io.argus.cluster.EmbeddedCluster;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The clock of one server, which is stepped by an hour and back while it runs. The library
 * libfaketime, preloaded in that server, reads the step from a file. It steps the time of day only,
 * as an operator does; the time since the start goes on. Stateless.
 */
final class ClockFaults {
  private static final int SECONDS = 20;
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

  private ClockFaults() {}

  static List<Fault> all() {
    String server = EmbeddedCluster.regionServer(2);
    String master = EmbeddedCluster.master();
    return List.of(
        stepped("clock-regionserver-ahead", server, "+3600"),
        stepped("clock-regionserver-behind", server, "-3600"),
        stepped("clock-master-ahead", master, "+3600"),
        stepped("clock-master-behind", master, "-3600"));
  }

  private static Fault stepped(String name, String process, String step) {
    return new Fault(
            name,
            "the clock of " + process + " is stepped by " + step + " s for " + SECONDS + " s",
            SECONDS,
            site -> step(site, step),
            site -> step(site, "+0"))
        .where(
            site ->
                library().isPresent()
                    ? Optional.empty()
                    : Optional.of("libfaketime is not installed; Debian's package has that name"))
        .after(site -> preload(site, process));
  }

  private static Optional<Path> library() {
    try (DirectoryStream<Path> machines = Files.newDirectoryStream(LIBRARIES)) {
      for (Path machine : machines) {
        if (Files.exists(machine.resolve(LIBRARY))) {
          return Optional.of(machine.resolve(LIBRARY));
        }
      }
    } catch (IOException e) {
      return Optional.empty(); // another kind of system
    }
    return Optional.empty();
  }

  private static void preload(FaultSite site, String process)
      throws IOException, InterruptedException {
    step(site, "+0");
    site.cluster()
        .environment(
            process,
            Map.of(
                "LD_PRELOAD",
                library().orElseThrow().toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file(site).toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "FAKETIME_FORCE_MONOTONIC_FIX", // else a timed wait of Java ends at once
                "0"));
    if (process.equals(site.lastRegionServer())) {
      site.restartLastRegionServer();
    } else {
      site.cluster().kill(process);
      site.startAgain(process);
    }
    site.awaitWhole();
  }

  private static void step(FaultSite site, String seconds) throws IOException {
    Path written = file(site).resolveSibling("clock.new");
    Files.writeString(written, seconds);
    Files.move(written, file(site), StandardCopyOption.ATOMIC_MOVE);
  }

  private static Path file(FaultSite site) {
    return site.cluster().state().conf().resolve("clock");
  }
}
