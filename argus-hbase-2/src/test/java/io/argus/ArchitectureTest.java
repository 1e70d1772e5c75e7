package io.argus;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules of the house for everything that the drop-in jar brings into a server. */
@AnalyzeClasses(packages = "io.argus", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule onlyTheShimKnowsThePlatform =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.argus.hbase2..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.apache.zookeeper..");

  @ArchTest
  static final ArchRule theMasterDoesNotKnowTheRegionServer =
      noClasses()
          .that()
          .resideInAPackage("io.argus.master..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.argus.regionserver..");

  @ArchTest
  static final ArchRule theRegionServerDoesNotKnowTheMaster =
      noClasses()
          .that()
          .resideInAPackage("io.argus.regionserver..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.argus.master..");

  @ArchTest
  static final ArchRule theCacheDoesNotKnowTheScheduler =
      noClasses()
          .that()
          .resideInAPackage("io.argus.regionserver.cache..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.argus.regionserver.admission..",
              "io.argus.regionserver.hdfs..",
              "io.argus.regionserver.scheduling..",
              "io.argus.regionserver.monitor..");

  @ArchTest
  static final ArchRule schedulesTakeTimeAsAParameterAndNoLocks =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.argus.regionserver.admission..",
              "io.argus.regionserver.hdfs..",
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
  static final ArchRule theVocabularyKnowsNobody =
      noClasses()
          .that()
          .resideInAPackage("io.argus.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.argus.master..", "io.argus.regionserver..", "io.argus.hbase2..");

  @ArchTest
  static final ArchRule algorithmsArePure =
      noClasses()
          .that()
          .resideInAnyPackage("io.argus.master.planner..", "io.argus.core.performance..")
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
  static final ArchRule nothingGoesRoundInCircles =
      slices().matching("io.argus.(*)..").should().beFreeOfCycles();

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
