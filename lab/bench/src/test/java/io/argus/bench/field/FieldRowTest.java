package io.argus.bench.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.argus.bench.field.FieldRow.Beside;
import io.argus.bench.run.TenantWorkload;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldRowTest {
  private static FieldRow named(String name) throws IOException {
    return FieldRow.named(List.of(name)).get(0);
  }

  @Test
  void namesAreUniqueAndKeepTheirOrder() throws IOException {
    List<String> names = FieldRows.ALL.stream().map(FieldRow::name).toList();

    assertThat(names).doesNotHaveDuplicates().hasSize(17);
    assertThat(FieldRow.named(List.of())).isEqualTo(FieldRows.ALL);
    assertThat(FieldRow.named(List.of("priority", "endpoints")))
        .extracting(FieldRow::name)
        .containsExactly("endpoints", "priority");
    assertThatThrownBy(() -> named("scans"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("row is scans; choose of endpoints, ");
  }

  @Test
  void plainGetsHaveTheThreadsOfAllClientsOfATenant() throws IOException {
    assertThat(named("multi-gets").measurement(Beside.GETS).others())
        .extracting(TenantWorkload::name, TenantWorkload::label)
        .containsExactly(tuple("other", "uniform35"));
    assertThat(named("log-stall").measurement(Beside.GETS).others())
        .extracting(TenantWorkload::name)
        .containsExactly("writera", "writerb");
  }

  @Test
  void nothingDisturbsTheRunsThatRequestsAreComparedWith() throws IOException {
    FieldRow row = named("flushes");

    assertThat(row.measurement(Beside.REQUESTS).disturbance()).isEqualTo(Disturbance.FLUSHES);
    assertThat(row.measurement(Beside.GETS).disturbance()).isEqualTo(Disturbance.NONE);
    assertThat(row.measurement(Beside.NOBODY).others()).isEmpty();
  }

  @Test
  void windowsAreLongEnoughForWhatIsMeasured() throws IOException {
    Duration chosen = Duration.ofSeconds(10);
    FieldRow endpoints = named("endpoints");

    assertThat(endpoints.measurement(Beside.REQUESTS).window(chosen)).hasSeconds(60);
    assertThat(endpoints.measurement(Beside.GETS).window(chosen)).isEqualTo(chosen);
    assertThat(named("multi-gets").measurement(Beside.REQUESTS).window(chosen)).hasSeconds(60);
    assertThat(named("log-stall").measurement(Beside.REQUESTS).window(chosen)).hasSeconds(16);
    for (Beside beside : named("log-stall").besides()) {
      assertThat(named("log-stall").measurement(beside).ramp(chosen)).hasSeconds(30);
    }
    assertThat(endpoints.measurement(Beside.REQUESTS).ramp(chosen)).isEqualTo(chosen);
    assertThat(endpoints.besides()).doesNotContain(Beside.OTHER_ALONE);
  }

  @Test
  void rowsShareWhatTheyHaveInCommon() throws IOException {
    List<FieldRow> rows = FieldRow.named(List.of("increments", "check-and-mutate"));

    assertThat(FieldRow.measurements(rows))
        .extracting(each -> each.others().isEmpty() ? "alone" : each.others().get(0).label())
        .containsExactly("alone", "uniform200", "increment200", "check-and-mutate200");
  }

  @Test
  void nobodyIsBesideANeighbourOnlyWhereRowsShareThat() throws IOException {
    assertThat(named("endpoints").besides()).contains(Beside.NOBODY);
    assertThat(named("multi-gets").besides()).doesNotContain(Beside.NOBODY);
    assertThat(named("ingest").besides())
        .containsExactly(Beside.GETS, Beside.REQUESTS, Beside.OTHER_ALONE);
    assertThat(named("phoenix").besides()).containsExactly(Beside.REQUESTS);
  }

  @Test
  void whatHappensBeforeARunTakesItsTimeAndHasItsTable() throws IOException {
    Measurement alone = named("fresh-scans").measurement(Beside.OTHER_ALONE);

    assertThat(alone.disturber().name()).isEqualTo("fresh");
    assertThat(alone.disturber().rows()).isEqualTo(1000);
    assertThat(alone.disturbance().before()).isPositive();
    assertThat(named("cache-off").measurement(Beside.REQUESTS).disturber().name())
        .isEqualTo("other");
    assertThat(named("cache-off").measurement(Beside.GETS).disturbance().before()).isZero();
  }

  @Test
  void theTablesOfARowOnThreeServersAreOnTheFirst() throws IOException {
    assertThat(named("log-stall").measurement(Beside.REQUESTS).all())
        .extracting(tenant -> tenant.placement().text())
        .containsOnly("100/0/0");
  }
}
