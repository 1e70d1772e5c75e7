package io.argus.traces;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The rules of the house for this module. Tests of this name elsewhere have those of the others.
 */
@AnalyzeClasses(packages = "io.argus.traces", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.argus.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule tracesAndReportsKnowNoCache =
      noClasses()
          .that()
          .resideInAnyPackage("io.argus.traces.access", "io.argus.traces.report")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "io.argus.regionserver..");

  @ArchTest
  static final ArchRule tracesDependOnNothingButTheirSeed =
      noClasses()
          .that()
          .resideInAnyPackage("io.argus.traces.access", "io.argus.traces.policy")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(java.util.Random.class)
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");
}
