package io.argus.master;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules of the house, as far as they concern the vocabulary and the master. */
@AnalyzeClasses(
    packages = {"io.argus.core", "io.argus.master"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule knowsNoPlatform =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.apache.zookeeper..");

  @ArchTest
  static final ArchRule theMasterDoesNotKnowTheRegionServer =
      noClasses().should().dependOnClassesThat().resideInAPackage("io.argus.regionserver..");

  @ArchTest
  static final ArchRule theVocabularyKnowsNobody =
      noClasses()
          .that()
          .resideInAPackage("io.argus.core..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.argus.master..");

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
  static final ArchRule timeIsAParameter =
      noClasses()
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
