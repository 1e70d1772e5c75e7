package io.argus.core.performance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.usage.RequestKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerformanceCatalogueTest {
  private final PerformanceCatalogue sample = SampleCatalogue.read();

  @ParameterizedTest
  @CsvSource({
    "0.01, 1, 0, 0, Uniform",
    "0.2, 1, 0, 0, Hot",
    "0.7, 1, 0, 0, ExHot",
    "0.01, 0.1, 0, 0.9, Scan",
    "0.01, 0.6, 0.4, 0, RW",
  })
  void theNearestProfileAgreesInRepetitionAndMix(
      double ratio, double reads, double writes, double scans, String expected) {
    assertThat(sample.nearest(ratio, WorkloadMix.of(reads, writes, scans), "").orElseThrow().name())
        .isEqualTo(expected);
  }

  @Test
  void theProfilesHoldTheMeasuredFigures() {
    PerformanceProfile uniform = sample.nearest(0, WorkloadMix.of(1, 0, 0), "").orElseThrow();
    assertThat(uniform.function().isolatedThroughput()).isEqualTo(832);
    assertThat(uniform.function().throughput(0.5, 0.5)).isCloseTo(341, within(5.0));
    PerformanceProfile exHot = sample.nearest(0.66, WorkloadMix.of(1, 0, 0), "").orElseThrow();
    assertThat(exHot.function().throughput(0.38, 0.5)).isEqualTo(27_000);
    assertThat(exHot.function().throughput(0.35, 0.5)).isCloseTo(3_777, within(200.0));
  }

  @Test
  void survivesItsJson() {
    CatalogueFormat.Reading reading = CatalogueFormat.read(CatalogueFormat.write(sample));
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.catalogue()).usingRecursiveComparison().isEqualTo(sample);
  }

  @Test
  void anErrorFromCrossValidationSurvivesToo() {
    PerformanceProfile profile =
        PerformanceProfile.builder("mine")
            .workload(0.5, WorkloadMix.of(1, 0, 0))
            .cluster(100, 200)
            .crossValidatedError(0.07)
            .build(GridFunction.of(new double[] {1}, new double[] {1}, new double[][] {{5}}));
    CatalogueFormat.Reading reading =
        CatalogueFormat.read(CatalogueFormat.write(PerformanceCatalogue.of(List.of(profile))));
    PerformanceProfile read = reading.catalogue().profiles().get(0);
    assertThat(read.crossValidatedError()).hasValue(0.07);
    assertThat(read.measuredOn(105, 190)).isTrue();
    assertThat(read.measuredOn(150, 190)).isFalse();
  }

  private static PerformanceProfile profiled(String name) {
    return PerformanceProfile.builder(name)
        .workload(0.5, WorkloadMix.of(1, 0, 0))
        .cluster(100, 200)
        .fitError("linear", 0.2)
        .fitError("monotone", 0.07)
        .cliffs(List.of(Cliff.of(0.35, 0.375, 0.87)))
        .build(GridFunction.of(new double[] {1}, new double[] {1}, new double[][] {{5}}));
  }

  @Test
  void errorsOfBothFitsAndCliffsSurviveTheJson() {
    CatalogueFormat.Reading reading =
        CatalogueFormat.read(CatalogueFormat.with(new byte[0], profiled("mine")));

    assertThat(reading.problems()).isEmpty();
    assertThat(reading.catalogue().profiles())
        .singleElement()
        .usingRecursiveComparison()
        .isEqualTo(profiled("mine"));
    assertThat(profiled("mine").cliffs().get(0))
        .hasToString("87 % lost between cache shares 0.375 and 0.35");
  }

  @Test
  void aChangeRaisesTheRevisionAndLeavesBrokenEntriesAlone() {
    byte[] edited =
        "{\"revision\":7,\"profiles\":[{\"name\":\"broken\",\"by\":\"hand\"},3]}"
            .getBytes(StandardCharsets.UTF_8);

    byte[] added = CatalogueFormat.with(edited, profiled("mine"));
    CatalogueFormat.Reading reading = CatalogueFormat.read(added);
    assertThat(reading.revision()).isEqualTo(8);
    assertThat(reading.problems()).hasSize(2);
    assertThat(new String(added, StandardCharsets.UTF_8)).contains("\"hand\"");
    assertThat(CatalogueFormat.read(CatalogueFormat.with(added, profiled("mine"))).catalogue())
        .extracting(PerformanceCatalogue::profiles)
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .hasSize(1);

    CatalogueFormat.Reading removed =
        CatalogueFormat.read(CatalogueFormat.without(added, "broken"));
    assertThat(removed.revision()).isEqualTo(9);
    assertThat(removed.problems()).hasSize(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CatalogueFormat.without(added, "other"))
        .withMessageContaining("broken");
  }

  @Test
  void aCatalogueThatCannotBeReadIsNotOverwritten() {
    byte[] nonsense = "nonsense".getBytes(StandardCharsets.UTF_8);
    byte[] later = "{\"format\":2,\"profiles\":[]}".getBytes(StandardCharsets.UTF_8);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CatalogueFormat.with(nonsense, profiled("mine")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CatalogueFormat.with(later, profiled("mine")))
        .withMessageContaining("format 2");
  }

  @Test
  void leavesOutBrokenEntriesAndReportsThem() {
    String json = new String(CatalogueFormat.write(sample), StandardCharsets.UTF_8);
    CatalogueFormat.Reading reading =
        read(
            json.replace("832.0", "-3")
                .replace("\"Scan\"", "\"Uniform2\"")
                .replace("\"name\": \"RW\"", "\"nom\": \"RW\""));
    assertThat(reading.catalogue().profiles())
        .extracting(PerformanceProfile::name)
        .containsExactly("Hot", "ExHot", "Uniform2");
    assertThat(reading.problems())
        .hasSize(2)
        .anyMatch(p -> p.startsWith("performance profile 0 is left out: value [4][1]"))
        .anyMatch(p -> p.startsWith("performance profile 4 is left out: it lacks 'name'"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense | cannot be read",
        "{} | lacks 'profiles'",
        "null | lacks 'profiles'",
        "{'profiles':[null]} | it is null",
        "{'profiles':[3]} | profile 0 is left out",
        "{'profiles':[{}]} | it lacks 'mix'",
        "{'profiles':{}} | cannot be read",
      })
  void neverThrowsForWhatTheBytesHold(String json, String problem) {
    CatalogueFormat.Reading reading = read(json.replace('\'', '"'));
    assertThat(reading.catalogue().profiles()).isEmpty();
    assertThat(reading.problems()).singleElement().asString().contains(problem);
  }

  private static CatalogueFormat.Reading read(String json) {
    return CatalogueFormat.read(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theKeyRepeatRatioComesFirstAndThenTheMix() {
    WorkloadMix mostlyWrites = WorkloadMix.of(0.4, 0.6, 0);
    assertThat(sample.nearest(0.3, mostlyWrites, "").orElseThrow().name()).isEqualTo("Hot");
    assertThat(sample.nearest(0.04, mostlyWrites, "").orElseThrow().name()).isEqualTo("RW");
  }

  @Test
  void aWorkloadOnABorderStaysWhatItWasTakenFor() {
    WorkloadMix reads = WorkloadMix.of(1, 0, 0);
    for (double ratio : new double[] {0.42, 0.45, 0.47, 0.49}) {
      for (String name : new String[] {"Hot", "ExHot"}) {
        assertThat(sample.nearest(ratio, reads, name).orElseThrow().name()).isEqualTo(name);
      }
    }
    assertThat(sample.nearest(0.6, reads, "Hot").orElseThrow().name()).isEqualTo("ExHot");
    assertThat(sample.nearest(0.3, reads, "ExHot").orElseThrow().name()).isEqualTo("Hot");
    WorkloadMix between = WorkloadMix.of(0.74, 0.26, 0);
    assertThat(sample.nearest(0.007, between, "Uniform").orElseThrow().name()).isEqualTo("Uniform");
    assertThat(sample.nearest(0.007, between, "RW").orElseThrow().name()).isEqualTo("RW");
    assertThat(sample.nearest(0.007, between, "gone").orElseThrow().name()).isEqualTo("RW");
    assertThat(sample.nearest(0.007, WorkloadMix.of(0.5, 0.5, 0), "Uniform").orElseThrow().name())
        .isEqualTo("RW");
  }

  @Test
  void namesAreUnique() {
    PerformanceProfile one = sample.profiles().get(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PerformanceCatalogue.of(List.of(one, one)))
        .withMessageContaining("twice");
    assertThat(PerformanceCatalogue.of(List.of()).nearest(0, WorkloadMix.of(1, 0, 0), ""))
        .isEmpty();
  }

  @Test
  void aMixComesFromCountedOperations() {
    WorkloadMix mix =
        WorkloadMix.of(
            Map.of(RequestKind.GET, 60.0, RequestKind.WRITE, 30.0, RequestKind.SCAN, 10.0));
    assertThat(mix.reads()).isEqualTo(0.6);
    assertThat(mix.distance(WorkloadMix.of(1, 0, 0))).isCloseTo(0.4, within(1e-9));
    assertThat(mix).hasToString("60 % reads, 30 % writes, 10 % scans");
    assertThat(WorkloadMix.of(Map.of()).reads()).isEqualTo(1);
    for (double scans = 0.1; scans < 30; scans += 0.1) {
      Map<RequestKind, Double> noReads =
          Map.of(RequestKind.WRITE, 1_234.5 + scans / 3, RequestKind.SCAN, scans);
      assertThat(WorkloadMix.of(noReads).reads()).isZero();
    }
    assertThatIllegalArgumentException().isThrownBy(() -> WorkloadMix.of(0.5, 0.5, 0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> WorkloadMix.of(1.5, -0.5, 0));
  }
}
