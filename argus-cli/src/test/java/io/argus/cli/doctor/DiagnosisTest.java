package io.argus.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.ComponentStatus.State;
import io.argus.core.usage.Reason;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TableOwners;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
  private static final long NOW = 1_000_000;
  private static final String RS1 = "rs1,16020,1";
  private static final String RS2 = "rs2,16020,2";

  private final List<String> live = new ArrayList<>(List.of(RS1, RS2));
  private final Map<String, String> versions = new TreeMap<>(Map.of(RS1, "2.6.4", RS2, "2.6.4"));
  private final Map<String, UsageReport> reports = new TreeMap<>();
  private final Map<String, String> unreadable = new TreeMap<>();
  private final List<String> open = new ArrayList<>();
  private String status = status(NOW - 1_000, "ENFORCE", "");
  private String tables = "";
  private boolean secured;
  private Map<String, String> site = Map.of();

  DiagnosisTest() {
    reports.put(RS1, report(RS1));
    reports.put(RS2, report(RS2));
  }

  private static UsageReport report(String server, ComponentStatus... components) {
    return report(server, List.of(components), List.of());
  }

  private static UsageReport report(
      String server, List<ComponentStatus> components, List<TenantUsage> tenants) {
    return new UsageReport(server, NOW, 2, 3, 1, 1, components, tenants).with(setup(List.of()));
  }

  private static ServerSetup setup(List<String> unknownKeys, String... unusable) {
    Settings settings =
        Settings.read(key -> unusable.length == 2 && key.equals(unusable[0]) ? unusable[1] : null);
    return ServerSetup.of(settings, unknownKeys, 30, 16, "");
  }

  private static String status(long writtenMillis, String mode, String problem) {
    return "{'version':1,'writtenMillis':"
        + writtenMillis
        + ",'mode':'"
        + mode
        + "','planVersion':3,'planAgeMillis':60000,'planReason':'','tenants':[],'servers':[],"
        + "'problems':["
        + (problem.isEmpty() ? "" : "'" + problem + "'")
        + "],'master':{'server':'m,1,1','page':'','setup':{'pluginVersion':'"
        + ServerSetup.thisVersion()
        + "'}}}";
  }

  private static byte[] bytes(String json) {
    return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
  }

  private Diagnosis diagnosis() {
    String owned = "{'version':1,'tables':[" + tables + "],'problems':[]}";
    return Diagnosis.of(
        new Evidence(
            live,
            versions,
            reports,
            unreadable,
            status.isEmpty() ? Optional.empty() : Optional.of(ClusterStatus.read(bytes(status))),
            Optional.of(TableOwners.read(bytes(owned))),
            open,
            secured,
            site,
            NOW));
  }

  private Finding only(Finding.Severity severity, String name) {
    List<Finding> findings =
        diagnosis().findings().stream()
            .filter(finding -> !finding.name().equals("bottleneck"))
            .toList();
    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).severity()).isEqualTo(severity);
    assertThat(findings.get(0).name()).isEqualTo(name);
    return findings.get(0);
  }

  private Finding onlyProblem(String name) {
    Finding problem = only(Finding.Severity.PROBLEM, name);
    assertThat(diagnosis().problems()).isOne();
    return problem;
  }

  @Test
  void aVersionOfHBaseOnWhichArgusDoesNotWorkIsAProblemBeforeTheRestart() {
    versions.put(RS2, "2.3.7");

    Finding problem = onlyProblem("hbase-unsupported");
    assertThat(problem.subjects()).containsExactly(RS2);
    assertThat(problem.message()).contains("HBase 2.3.7", "do not restart it with Argus");
  }

  @Test
  void aVersionOfHBaseThatNobodyTriedIsANote() {
    versions.put(RS1, "2.6.4-amzn-0");

    assertThat(only(Finding.Severity.NOTE, "hbase-untested").subjects()).containsExactly(RS1);
  }

  @Test
  void aVersionOfHBaseWhoseServersWereNeverRunIsANote() {
    versions.put(RS1, "2.6.6");

    assertThat(only(Finding.Severity.NOTE, "hbase-untested").message())
        .contains("HBase 2.6.6", "no server of it was ever run");
  }

  @Test
  void aHealthyClusterHasNoProblems() {
    assertThat(diagnosis().problems()).isZero();
    assertThat(diagnosis().findings()).extracting(Finding::name).containsOnly("bottleneck");
  }

  @Test
  void aServerWithoutTheJarIsNamed() {
    live.add("rs3,16020,3");
    assertThat(onlyProblem("jar-missing").subjects()).containsExactly("rs3,16020,3");
  }

  @Test
  void aServerWhoseReportIsOfANewerVersionIsNamedWithTheReason() {
    reports.remove(RS2);
    unreadable.put(RS2, "usage report has format 2, written by a newer Argus");
    assertThat(onlyProblem("report-unreadable").message()).contains("newer Argus");
  }

  @Test
  void aMisspeltKeyIsNamedOnceWithTheOneThatWasMeant() {
    reports.put(RS1, report(RS1).with(setup(List.of("argus.alhpa"))));
    reports.put(RS2, report(RS2).with(setup(List.of("argus.alhpa"))));
    Finding finding = onlyProblem("unknown-key");
    assertThat(finding.subjects()).containsExactly("argus.alhpa");
    assertThat(finding.message()).contains("did you mean argus.alpha?", RS1, RS2);
  }

  @Test
  void aKeyThatWasRenamedIsNamedWithItsSuccessor() {
    reports.put(RS1, report(RS1).with(setup(List.of("argus.promises"))));
    Finding finding = onlyProblem("unknown-key");
    assertThat(finding.subjects()).containsExactly("argus.promises");
    assertThat(finding.message()).contains("it is now argus.slos", RS1);
  }

  @Test
  void aValueThatCannotBeUsedIsNamed() {
    reports.put(RS1, report(RS1).with(setup(List.of(), "argus.alpha", "7")));
    Finding finding = onlyProblem("unusable-value");
    assertThat(finding.subjects()).containsExactly(RS1);
    assertThat(finding.message()).contains("argus.alpha is '7'");
  }

  @Test
  void aKeyOfHBaseThatHasNoEffectIsNamedWithItsValueAndWhatArgusDoesInstead() {
    site =
        Map.of(
            "hbase.ipc.server.callqueue.read.ratio", "0.5",
            "hbase.ipc.server.callqueue.type", "fifo",
            "hbase.bucketcache.size", "1");
    Finding note = only(Finding.Severity.NOTE, "hbase-keys");
    assertThat(note.subjects()).containsExactly("hbase.ipc.server.callqueue.read.ratio=0.5");
    assertThat(note.message()).contains("no effect on users' calls", "lanes of their own");
  }

  @Test
  void anotherSchedulerFactoryIsNamed() {
    reports.put(
        RS1,
        report(
            RS1,
            ComponentStatus.of(
                Component.SCHEDULER,
                Reason.SCHEDULER_FACTORY,
                "hbase.region.server.rpc.scheduler.factory.class is org.acme.Other")));
    assertThat(onlyProblem("scheduler-factory").message()).contains("org.acme.Other");
  }

  @Test
  void aBlockCacheThatCannotBePartitionedIsNamed() {
    ComponentStatus component =
        ComponentStatus.of(Component.CACHE, Reason.OTHER_BLOCK_CACHE, "IndexOnlyLruBlockCache");
    reports.put(RS1, report(RS1, component));
    reports.put(RS2, report(RS2, component));
    Finding finding = onlyProblem("block-cache");
    assertThat(finding.subjects()).containsExactly(RS1, RS2);
    assertThat(finding.message()).contains("IndexOnlyLruBlockCache", "TinyLFU");
  }

  @Test
  void hedgedReadsAreNamedWithWhatHelps() {
    reports.put(
        RS1,
        report(RS1, ComponentStatus.of(Component.HDFS_BYTES, Reason.HEDGED_READS, "x.size is 20")));
    Finding finding = onlyProblem("component-failed");
    assertThat(finding.subjects()).containsExactly(RS1);
    assertThat(finding.message()).contains("hdfs-bytes FAILED: x.size is 20", "set it to 0");
  }

  /** Of a newer version, or one that sends no codes. */
  @Test
  void aReasonThatTheDoctorDoesNotKnowIsTold() {
    for (String code : List.of("", "later")) {
      reports.put(
          RS1,
          report(RS1, ComponentStatus.of("cache", State.FAILED, "which Argus cannot guess", code)));
      assertThat(onlyProblem("component-failed").message())
          .isEqualTo("component cache FAILED: which Argus cannot guess");
    }
  }

  @Test
  void onlyAFailedComponentIsAProblem() {
    reports.put(
        RS1,
        report(RS1, ComponentStatus.of(Component.PLAN, Reason.UNREADABLE_PLAN, "not connected")));
    assertThat(onlyProblem("component-failed").message())
        .isEqualTo("component plan FAILED: not connected");
    reports.put(
        RS1,
        report(
            RS1,
            ComponentStatus.of(Component.CACHE, Reason.SETTING, "argus.cache.enabled is false")));
    only(Finding.Severity.NOTE, "component-disabled");
    reports.put(
        RS1, report(RS1, ComponentStatus.of(Component.CPU, Reason.NOT_OFFERED, "no clock")));
    only(Finding.Severity.NOTE, "component-unsupported");
  }

  @Test
  void twoVersionsAreNamedWithTheirServers() {
    reports.put(RS2, report(RS2).with(ServerSetup.UNKNOWN));
    Finding finding = onlyProblem("versions-differ");
    assertThat(finding.message())
        .contains(ServerSetup.thisVersion() + " on [master m,1,1, " + RS1 + "]")
        .contains("unknown on [" + RS2 + "]");
  }

  @Test
  void anUnmappedTableIsNamed() {
    tables = "{'table':'plain','tenant':'default','by':'NOBODY','rule':''}";
    assertThat(onlyProblem("unmapped-table").subjects()).containsExactly("plain");
    tables = "{'table':'plain','tenant':'plain','by':'TABLE','rule':''}";
    only(Finding.Severity.NOTE, "unmapped-table");
    tables = "{'table':'plain','tenant':'default','by':'RULE','rule':'default:*=default'}";
    assertThat(diagnosis().problems()).isZero();
  }

  @Test
  void openNodesAreAProblemWhereUsersAreToldApart() {
    open.add("argus/plan");
    only(Finding.Severity.NOTE, "zookeeper-open");
    secured = true;
    assertThat(onlyProblem("zookeeper-open").subjects()).containsExactly("argus/plan");
  }

  @Test
  void aPlannerThatIsGoneOrNeverCameIsNamed() {
    status = status(NOW - 60_000, "ENFORCE", "");
    assertThat(onlyProblem("no-planner").message()).contains("60 s old");
    status = "";
    assertThat(onlyProblem("no-planner").message()).contains("no master ever wrote a status");
  }

  @Test
  void aServerThatDoesNotFollowThePlanIsNamed() {
    reports.put(
        RS1, new UsageReport(RS1, NOW, 2, 2, 1, 1, List.of(), List.of()).with(setup(List.of())));
    assertThat(onlyProblem("plan-behind").message()).contains("plan v2 while v3");
  }

  @Test
  void whatThePlannerComplainsOfIsPassedOnAndTheModeIsNoted() {
    status = status(NOW, "ENFORCE", "something is wrong");
    assertThat(onlyProblem("planner").message()).isEqualTo("something is wrong");
    status = status(NOW, "OBSERVE", "");
    assertThat(only(Finding.Severity.NOTE, "mode").subjects()).containsExactly("observe");
  }

  private String bottleneck(double queued, double waited, double read) {
    TenantUsage usage =
        TenantUsage.builder(TenantId.of("a"))
            .waits(queued, waited, read)
            .handlerFraction(1)
            .build();
    reports.put(RS1, report(RS1, List.of(), List.of(usage)));
    return firstBottleneck();
  }

  private String firstBottleneck() {
    return diagnosis().findings().stream()
        .filter(finding -> finding.name().equals("bottleneck"))
        .findFirst()
        .orElseThrow()
        .message();
  }

  @Test
  void aCpuThatIsTheBottleneckIsNamedWithWhoUsesThem() {
    TenantUsage a = TenantUsage.builder(TenantId.of("a")).waits(9, 0, 0).cpuFraction(0.8).build();
    TenantUsage b = TenantUsage.builder(TenantId.of("b")).waits(0, 3, 5).cpuFraction(0.2).build();
    reports.put(RS1, report(RS1, List.of(), List.of(a, b)).with(new ServerCpu(2, 1.9, 1.1, 0.1)));
    assertThat(firstBottleneck())
        .contains(
            "the CPU is the bottleneck, and the disk",
            "1.9 of 2 cores are in use: a 0.80, b 0.20, no tenant 0.10, other processes on the"
                + " machine 0.80");
    reports.put(RS1, report(RS1, List.of(), List.of(a)).with(new ServerCpu(2, 1.0, 0.9, 0.1)));
    assertThat(firstBottleneck()).contains("the handlers are the bottleneck, neither disk nor CPU");
  }

  @Test
  void theBottleneckIsNamedWithItsFigures() {
    assertThat(bottleneck(0.1, 20, 15.5))
        .startsWith(
            "the disk (HDFS) is the bottleneck: on average 15.5 of at most 16 requests read"
                + " from HDFS, 20.0 wait");
    assertThat(bottleneck(0, 0.1, 15.5)).startsWith("the disk (HDFS) is busy");
    assertThat(bottleneck(12, 0.1, 2)).startsWith("handlers or the CPU are the bottleneck");
    assertThat(bottleneck(0, 0.1, 2)).startsWith("nothing is a bottleneck now");
  }
}
