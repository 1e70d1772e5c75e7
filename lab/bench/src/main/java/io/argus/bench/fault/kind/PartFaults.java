package io.argus.bench.fault.kind;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultSite;
import io.argus.check.breakage.BreakingAgent;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.ServerPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Parts of Argus that throw in running servers, whatever is asked of them: {@link BreakingAgent}
 * changes them there, and back. Stateless.
 */
final class PartFaults {
  private static final int SECONDS = 10;
  private static final Duration SHOWN = Duration.ofSeconds(20);
  private static final String STATUS = "/argus/status.json";

  /**
   * A part of Argus.
   *
   * @param inMaster whether the master has it; else all region servers
   * @param onPage whether the server's page has to show the exception; else its log
   */
  private record Part(
      String name, String what, boolean inMaster, boolean onPage, List<String> methods) {

    Fault fault() {
      return new Fault(
              "throwing-" + name,
              what + " throws at every call",
              SECONDS,
              this::breakUntilShown,
              site -> only(site, List.of()))
          .where(
              site ->
                  site.hasArgus() ? Optional.empty() : Optional.of("stock HBase has no such part"));
    }

    private void breakUntilShown(FaultSite site) throws IOException, InterruptedException {
      only(site, methods);
      long deadline = System.nanoTime() + SHOWN.toNanos();
      while (!isShown(site)) {
        if (System.nanoTime() > deadline) {
          throw new IOException("no server says that its " + name + " is broken");
        }
        Thread.sleep(500);
      }
    }

    private boolean isShown(FaultSite site) throws IOException {
      String page = ServerPage.read(pagePort(site), STATUS).orElse("");
      String text =
          onPage
              ? page
              : Files.readString(
                  site.cluster().log(processes(site).get(0)), StandardCharsets.UTF_8);
      String type = methods.get(0).substring(0, methods.get(0).indexOf('#'));
      return text.contains(BreakingAgent.MESSAGE + type);
    }

    private int pagePort(FaultSite site) {
      return inMaster
          ? site.cluster().ports().masterHttp()
          : site.cluster().ports().regionServersHttp().get(0);
    }

    private void only(FaultSite site, List<String> broken) throws IOException {
      for (String process : processes(site)) {
        if (site.cluster().runs(process)) {
          Breaking.only(site.cluster().pid(process), broken);
        }
      }
    }

    private List<String> processes(FaultSite site) {
      return inMaster
          ? List.of(EmbeddedCluster.master())
          : IntStream.range(0, site.settings().regionServers())
              .mapToObj(EmbeddedCluster::regionServer)
              .toList();
    }
  }

  private PartFaults() {}

  static List<Fault> all() {
    return List.of(
        inRegionServers("admission", "admission", true, "handler.TenantScheduler#offer").fault(),
        inRegionServers(
                "choice", "the choice of the next request", true, "handler.HandlerSchedule#next")
            .fault()
            .restoredBy(PartFaults::restart),
        inRegionServers(
                "io-admission", "I/O admission", true, "io.IoWaiters#await", "io.IoWaiters#leave")
            .fault(),
        inRegionServers(
                "cache",
                "the partitioned block cache",
                true,
                "cache.PartitionedCache#get",
                "cache.PartitionedCache#getAgain",
                "cache.PartitionedCache#miss",
                "cache.PartitionedCache#put",
                "cache.PartitionedCache#replace",
                "cache.PartitionedCache#evict",
                "cache.PartitionedCache#evictFile")
            .fault(),
        inRegionServers("monitor", "the workload monitor", true, "monitor.WorkloadMonitor#record")
            .fault(),
        inRegionServers("reports", "the usage report", false, "report.ServerReports#next").fault(),
        new Part(
                "planner",
                "the planner",
                true,
                true,
                List.of("io.argus.master.MasterPlanner#round"))
            .fault(),
        new Part("page", "the page", true, false, List.of("io.argus.core.page.ArgusPage#get"))
            .fault());
  }

  /** Admission that has given up works again in a new process only. */
  private static void restart(FaultSite site) throws IOException, InterruptedException {
    site.cluster().restartHBase(site.settings(), site.system().plugin());
    site.awaitWhole();
  }

  private static Part inRegionServers(String name, String what, boolean onPage, String... methods) {
    List<String> full = new ArrayList<>();
    for (String method : methods) {
      full.add("io.argus.regionserver." + method);
    }
    return new Part(name, what, false, onPage, full);
  }
}
