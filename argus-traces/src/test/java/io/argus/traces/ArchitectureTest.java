package io.argus.traces;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rules of the house for this module. Tests of this name elsewhere have those of the others.
 */
@AnalyzeClasses(packages = "io.argus.traces", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** A package may hold so many top-level classes. */
  private static final int MAX_CLASSES = 15;

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

  @ArchTest
  static void noPackageIsCrowded(JavaClasses classes) {
    Map<String, Long> sizes =
        classes.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    sizes.values().removeIf(size -> size <= MAX_CLASSES);
    assertThat(sizes).as("packages of more than %s classes", MAX_CLASSES).isEmpty();
  }
}
