package io.argus.experiments.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadMixFileTest {
  @TempDir private Path directory;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void jsonGivesEachTenantItsWorkload() throws IOException {
    file(
        "custom.workload",
        "readproportion=0.9\nupdateproportion=0.1\nfieldcount=1\n"
            + "fieldlength=1100\ninsertorder=hashed\nrecordcount=2000\n");
    WorkloadMix mix =
        WorkloadMixFile.read(
            file(
                "three.json",
                """
                {"tenants": [
                  {"name": "alice", "workload": "exhot", "threads": 50, "weight": 2, "target": 8000},
                  {"name": "bob", "threads": 8, "rows": 40000,
                   "properties": {"readproportion": "1", "updateproportion": 0,
                                  "requestdistribution": "latest"}},
                  {"name": "carol", "workload": "custom.workload", "threads": 4, "rows": 5000,
                   "placement": "60/40"}
                ]}
                """));

    assertThat(mix.label()).isEqualTo("three");
    assertThat(mix.tenants())
        .extracting(TenantWorkload::name)
        .containsExactly("alice", "bob", "carol");
    assertThat(mix.tenants()).extracting(TenantWorkload::threads).containsExactly(50, 8, 4);
    assertThat(mix.tenants())
        .extracting(TenantWorkload::rows)
        .containsExactly(300_000L, 40_000L, 5000L);
    assertThat(mix.tenants()).extracting(TenantWorkload::weight).containsExactly(2.0, 1.0, 1.0);
    assertThat(mix.tenants()).extracting(TenantWorkload::target).containsExactly(8000.0, 0.0, 0.0);
    assertThat(mix.tenants())
        .extracting(t -> t.workload().writes())
        .containsExactly(false, false, true);
    assertThat(mix.tenants())
        .extracting(t -> t.placement().text())
        .containsExactly("", "", "60/40");
    Properties bob = mix.tenants().get(1).workload().properties("bob:usertable", 1);
    assertThat(bob)
        .containsEntry("requestdistribution", "latest")
        .containsEntry("recordcount", "40000")
        .containsEntry("table", "bob:usertable");
  }

  @Test
  void propertiesSayTheSame() throws IOException {
    WorkloadMix mix =
        WorkloadMixFile.read(
            file(
                "two.properties",
                "a.workload=ycsb-a\na.threads=20\nb.threads=3\nb.readproportion=0\n"
                    + "b.updateproportion=0\nb.scanproportion=1\nb.rows=2000\n"));

    assertThat(mix.tenants())
        .extracting(TenantWorkload::label)
        .containsExactly("ycsb-a20", "ycsb3");
    assertThat(mix.tenants().get(1).workload().properties("t", 1))
        .containsEntry("scanproportion", "1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.workload=uniform                           | tenant a: threads is 0",
        "a.workload=warm,a.threads=1                  | workload is",
        "a.threads=1                                  | tenant a: workload is missing; must be one",
        "a.workload=hot,a.threads=x                   | tenant a: threads is 'x'; must be a number",
        "A.workload=hot,A.threads=1                   | tenant is 'A'; must be a lower-case letter",
        "a.workload=hot,a.threads=1,a.rows=5          | tenant a: rows is 5",
        "a.workload=hot,a.threads=1,a.weight=0        | tenant a: weight is 0.0; must be 0.001..1000",
        "a.workload=hot,a.threads=1,a.target=-1       | tenant a: target is -1.0; must be 0..1000000000",
        "a.workload=hot,a.threads=1,a.placement=x/1   | tenant a: placement is 'x/1'; must be",
        "a.workload=hot,a.threads=1,a.reedproportion=1 | 'reedproportion' is no property of YCSB",
        "a.workload=hot,a.threads=1,a.readproportion=2 | readproportion is 2.0; must be within 0..1",
        "a.workload=hot,a.threads=1,a.fieldlength=10  | the bench's rows have one field",
        "workload=hot                                 | 'workload' must begin with a tenant and a dot",
      })
  void whatIsWrongIsNamed(String lines, String message) throws IOException {
    Path file = file("m.properties", lines.replace(',', '\n'));

    assertThatThrownBy(() -> WorkloadMixFile.read(file)).hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{                                                   | mix file",
        "[]                                                  | tenants are missing",
        "{\"tenants\": [{\"threads\": 1}]}                   | a tenant has no name",
        "{\"tenants\": [{\"name\": \"a\", \"thread\": 1}]}   | 'thread' of a tenant is unknown",
        "{\"tenants\": [1]}                                  | mix file",
        "{\"tenants\": []}                                   | workload mix has 0 tenants",
      })
  void whatIsWrongInJsonIsNamed(String text, String message) throws IOException {
    Path file = file("m.json", text);

    assertThatThrownBy(() -> WorkloadMixFile.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "null; no object",
        "[]; no object",
        "{\"name\": null}; 'name' of a tenant is neither",
        "{\"name\": \"a\", \"threads\": 1, \"workload\": \"\\u0000\"}; workload is '?'",
        "{\"name\": [\"a\", \"b\"]}; 'name' of a tenant is neither",
        "{\"properties\": {\"readproportion\": null}}; 'readproportion' of a tenant is neither"
      })
  void aTenantOfAWrongTypeIsRefused(String tenant, String reason) throws IOException {
    Path mix = file("mix.json", "{\"tenants\": [" + tenant + "]}");
    assertThatThrownBy(() -> WorkloadMixFile.read(mix))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mix.json")
        .hasMessageContaining(reason);
  }
}
