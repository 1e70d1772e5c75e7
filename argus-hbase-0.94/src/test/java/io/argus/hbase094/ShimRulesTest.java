package io.argus.hbase094;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** The rules of the house for this shim. {@code ArchitectureTest} has those for shared modules. */
@AnalyzeClasses(packages = "io.argus", importOptions = ImportOption.DoNotIncludeTests.class)
class ShimRulesTest {
  /** What operators write into hbase-site.xml. */
  private static final List<String> NAMES_THAT_STAY =
      List.of("io.argus.hbase094.ArgusRegionServer", "io.argus.hbase094.ArgusMasterObserver");

  @ArchTest
  static final ArchRule onlyTheShimKnowsThePlatform =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.argus.hbase094..", "io.argus.hadoop..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.hadoop..", "org.apache.zookeeper..", "javax.servlet..");

  @ArchTest
  static final ArchRule nobodyKnowsTheShim =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.argus.hbase094..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.argus.hbase094..");

  @ArchTest
  static void entryClassesKeepTheirNames(JavaClasses classes) {
    assertThat(NAMES_THAT_STAY)
        .allSatisfy(
            name -> assertThat(classes.get(name).getModifiers()).contains(JavaModifier.PUBLIC));
  }

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.argus.(**)").should().beFreeOfCycles();

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
