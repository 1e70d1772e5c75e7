package io.argus.regionserver;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules of the house, as far as they concern the region server. */
@AnalyzeClasses(
    packages = "io.argus.regionserver",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule knowsNoPlatform =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.apache.zookeeper..");

  @ArchTest
  static final ArchRule theRegionServerDoesNotKnowTheMaster =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.argus.master..");

  @ArchTest
  static final ArchRule cacheSchedulerAndMonitorMeetAboveOnly =
      noClasses()
          .that()
          .resideInAPackage("io.argus.regionserver.cache..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.argus.regionserver.scheduler..", "io.argus.regionserver.monitor..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName(UsageReporter.class.getName());

  @ArchTest
  static final ArchRule schedulingAlgorithmsArePure =
      noClasses()
          .that()
          .haveSimpleNameEndingWith("Schedule")
          .or()
          .haveSimpleName("DeficitRoundRobin")
          .or()
          .haveSimpleName("CreditAccount")
          .or()
          .haveSimpleName("SlidingMean")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(java.util.concurrent.locks.Lock.class)
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");
}
