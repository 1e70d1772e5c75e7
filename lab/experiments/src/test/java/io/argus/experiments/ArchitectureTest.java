package io.argus.experiments;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The rules of the house for the commands, the cluster, the laboratory and the profiler. The test
 * of this name in argus-hbase-2 has those for what runs inside a server.
 */
@AnalyzeClasses(
    packages = {
      "io.argus.bench",
      "io.argus.cli",
      "io.argus.cluster",
      "io.argus.experiments",
      "io.argus.profiler"
    },
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.argus.(**)").should().beFreeOfCycles();
}
