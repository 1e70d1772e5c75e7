package io.argus;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rules of the house for everything that the drop-in jar brings into a server. */
@AnalyzeClasses(
    packages = "io.argus",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.WithoutTestJars.class})
class ArchitectureTest {
  /** Leaves out what the tests of modules share. */
  static final class WithoutTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String ROOT = "io.argus.";

  /**
   * A line for each package: which other packages of Argus it may import. {@code core.*} stands for
   * every package of that name and below. The lines of a module go from the bottom up.
   */
  private static final String PERMITTED_IMPORTS =
      """
      core:
      core.link:
      core.metrics:
      core.text:
      core.page: core.text
      core.tenant: core.text
      core.plan: core.tenant core.text
      core.slo: core.tenant core.text
      core.settings: core.slo core.tenant core.text
      core.usage: core.page core.settings core.tenant core.text
      core.recorder: core.page core.settings core.text
      core.performance: core.text core.usage
      core.documents: core.page core.plan core.settings core.tenant core.text core.usage

      regionserver.monitor: core.*
      regionserver.plan: core.*
      regionserver.cpu: core.*
      regionserver.scheduling: core.*
      regionserver.runaway: core.*
      regionserver.tenants: core.*
      regionserver.cache: core.* regionserver.tenants
      regionserver.memstore: core.* regionserver.tenants
      regionserver.rows: core.* regionserver.cache
      regionserver.io: core.* regionserver.cpu regionserver.scheduling regionserver.runaway
      regionserver.handler: core.* regionserver.io regionserver.monitor regionserver.cpu \
          regionserver.scheduling regionserver.runaway
      regionserver.metrics: core.* regionserver.handler regionserver.monitor regionserver.rows
      regionserver.report: core.* regionserver.cache regionserver.handler regionserver.metrics \
          regionserver.memstore regionserver.monitor regionserver.plan regionserver.cpu \
          regionserver.rows regionserver.runaway regionserver.tenants
      regionserver: core.* regionserver.*

      master.monitor: core.*
      master.metering: core.* master.monitor
      master.metering.sums: core.* master.metering
      master.planner: core.*
      master.model: core.* master.monitor master.planner
      master.slo: core.* master.model master.monitor master.planner
      master.decision: core.* master.model master.monitor master.planner master.slo
      master.regions: core.* master.model
      master.placement: core.* master.model master.planner master.regions
      master.capacity: core.* master.decision master.model master.monitor master.planner \
          master.regions
      master.plans: core.* master.decision
      master.status: core.* master.decision master.model master.monitor master.plans \
          master.slo master.regions
      master.metrics: core.* master.slo master.status
      master.page: core.* master.capacity master.decision master.metering \
          master.metering.sums master.model master.monitor master.placement \
          master.plans master.slo master.regions master.status
      master: core.* master.*

      hadoop: core.*

      hbase2.cache: core.* regionserver.*
      hbase2.control: core.* regionserver.* master.* hbase2.rpc
      hbase2.rpc: core.* regionserver.*
      hbase2.server: core.* regionserver.* master.* hadoop hbase2.rpc
      hbase2.page: core.* regionserver.* master.* hbase2.server
      hbase2: core.* regionserver.* master.* hbase2.*
      """;

  /** What operators write into hbase-site.xml, and what bin/argus starts. */
  private static final List<String> NAMES_THAT_STAY =
      List.of(
          "io.argus.hbase2.ArgusFilterInitializer",
          "io.argus.hbase2.ArgusMasterCoprocessor",
          "io.argus.hbase2.ArgusRegionServerCoprocessor",
          "io.argus.hbase2.ArgusRpcSchedulerFactory",
          "io.argus.hbase2.ControlClient",
          "io.argus.hbase2.server.HistoryClient");

  private static Map<String, List<String>> permittedImports() {
    Map<String, List<String>> permitted = new LinkedHashMap<>();
    PERMITTED_IMPORTS
        .lines()
        .filter(line -> !line.isBlank())
        .map(line -> line.split(":", 2))
        .forEach(row -> permitted.put(row[0], Arrays.asList(row[1].trim().split("\\s+"))));
    return permitted;
  }

  private static boolean permits(String pattern, String name) {
    return pattern.endsWith(".*")
        ? (name + ".").startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }

  private static String room(JavaClass type) {
    return type.getPackageName().substring(ROOT.length());
  }

  @ArchTest
  static void packagesImportOnlyWhatTheTableNames(JavaClasses classes) {
    Map<String, List<String>> permitted = permittedImports();
    Set<String> others = new TreeSet<>();
    for (JavaClass type : classes) {
      String from = room(type);
      for (Dependency each : type.getDirectDependenciesFromSelf()) {
        JavaClass target = each.getTargetClass().getBaseComponentType();
        if (target.getPackageName().startsWith(ROOT)
            && !from.equals(room(target))
            && permitted.getOrDefault(from, List.of()).stream()
                .noneMatch(pattern -> permits(pattern, room(target)))) {
          others.add(from + " -> " + room(target) + ": " + each.getDescription());
        }
      }
    }
    assertThat(others).as("imports that the table does not permit").isEmpty();
    assertThat(classes.stream().map(ArchitectureTest::room).collect(Collectors.toSet()))
        .as("packages of the table")
        .isEqualTo(permitted.keySet());
  }

  @ArchTest
  static void entryClassesKeepTheirNames(JavaClasses classes) {
    assertThat(NAMES_THAT_STAY)
        .allSatisfy(
            name -> assertThat(classes.get(name).getModifiers()).contains(JavaModifier.PUBLIC));
  }

  @ArchTest
  static final ArchRule onlyTheShimKnowsThePlatform =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.argus.hbase2..", "io.argus.hadoop..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.apache.zookeeper..");

  /** HBase 3 may run without plain protobuf, and without HBase 2's classes that need it. */
  @ArchTest
  static final ArchRule onlyOneClassNeedsPlainProtobuf =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.argus.hbase2.control.UnshadedControlService")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.google.protobuf..", "org.apache.hadoop.hbase.protobuf..");

  /** Hadoop and HBase bring it in versions that have little in common. */
  @ArchTest
  static final ArchRule nothingInAServerNeedsGuava =
      noClasses().should().dependOnClassesThat().resideInAPackage("com.google.common..");

  @ArchTest
  static final ArchRule schedulesTakeTimeAsAParameterAndNoLocks =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.argus.regionserver.handler..",
              "io.argus.regionserver.io..",
              "io.argus.regionserver.scheduling..")
          .and()
          .haveNameMatching(".*(Schedule|DeficitRoundRobin|CreditAccount|SlidingMean)")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(java.util.concurrent.locks.Lock.class)
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule algorithmsArePure =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.argus.master.planner..",
              "io.argus.master.capacity..",
              "io.argus.master.placement..",
              "io.argus.master.regions..",
              "io.argus.core.performance..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.util.concurrent..", "java.nio.file..", "java.time..", "org.slf4j..")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Math.class, "random");

  @ArchTest
  static final ArchRule thePlannerReadsAndWritesNothing =
      noClasses()
          .that()
          .resideInAPackage("io.argus.master.planner..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.io..", "java.net..", "com.google.gson..");

  @ArchTest
  static final ArchRule thePlannerKnowsOnlyTheVocabulary =
      classes()
          .that()
          .resideInAPackage("io.argus.master.planner..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..", "io.argus.core..", "io.argus.master.planner..", "org.jspecify..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.argus.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule timeIsAParameterInVocabularyAndMaster =
      noClasses()
          .that()
          .resideInAnyPackage("io.argus.core..", "io.argus.master..")
          .should()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class);

  @ArchTest
  static final ArchRule fieldsAreHidden =
      fields().that().arePublic().should().beStatic().andShould().beFinal();

  @ArchTest
  static final ArchRule namesSayWhatAThingIs =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Manager")
          .orShould()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Helper")
          .orShould()
          .haveSimpleNameEndingWith("Impl")
          .orShould()
          .haveSimpleNameEndingWith("Info");
}
