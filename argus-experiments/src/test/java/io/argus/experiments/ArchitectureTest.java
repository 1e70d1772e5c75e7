package io.argus.experiments;

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
 * The rules of the house for the commands, the experiments, the bench and the profiler. The test of
 * this name in argus-hbase-2 has those for what runs inside a server.
 */
@AnalyzeClasses(
    packages = {"io.argus.bench", "io.argus.cli", "io.argus.experiments", "io.argus.profiler"},
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** A package may hold so many top-level classes. */
  private static final int MAX_CLASSES = 15;

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.argus.(**)").should().beFreeOfCycles();

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
