package io.argus.hbase094;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules of the house for this shim; those for what both shims share are checked beside it. */
@AnalyzeClasses(packages = "io.argus", importOptions = ImportOption.DoNotIncludeTests.class)
class ShimRulesTest {
  @ArchTest
  static final ArchRule onlyTheShimKnowsThePlatform =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.argus.hbase094..")
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
  static final ArchRule whatHBaseLoadsKeepsItsName =
      classes()
          .that()
          .haveFullyQualifiedName("io.argus.hbase094.ArgusRegionServer")
          .or()
          .haveFullyQualifiedName("io.argus.hbase094.ArgusMasterObserver")
          .should()
          .bePublic();

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
