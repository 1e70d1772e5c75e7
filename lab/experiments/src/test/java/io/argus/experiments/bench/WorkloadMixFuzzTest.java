package io.argus.experiments.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.run.TenantWorkload;
import io.argus.core.fuzz.Fuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mix files of both kinds, damaged in many ways. */
@Tag("long")
class WorkloadMixFuzzTest {
  private static final String JSON =
      """
      {"tenants": [
        {"name": "alice", "workload": "exhot", "threads": 50, "weight": 2, "target": 8000},
        {"name": "bob", "threads": 8, "rows": 40000, "placement": "60/40",
         "properties": {"readproportion": "1", "updateproportion": 0}}
      ]}
      """;

  private static final String PROPERTIES =
      "a.workload=ycsb-a\na.threads=20\na.placement=80/20\nb.threads=3\nb.readproportion=0\n"
          + "b.updateproportion=0\nb.scanproportion=1\nb.rows=2000\nb.weight=0.5\n";

  @TempDir private Path directory;

  private void read(String name, byte[] document) throws IOException {
    Path file = Files.write(directory.resolve(name), document);
    for (TenantWorkload tenant : WorkloadMixFile.read(file).tenants()) {
      assertThat(tenant.threads()).isBetween(1, 1000);
      assertThat(tenant.weight()).isBetween(0.001, 1000.0);
      assertThat(tenant.label()).isNotEmpty();
      assertThat(tenant.work(1000)).isNotEmpty();
      tenant.workload().writes();
    }
  }

  @Test
  void mixesInJson() throws InterruptedException {
    Fuzz.of("mix file, JSON", JSON.getBytes(StandardCharsets.UTF_8))
        .slower(2)
        .refusing(IOException.class)
        .run(document -> read("mix.json", document));
  }

  @Test
  void mixesAsProperties() throws InterruptedException {
    Fuzz.of("mix file, properties", PROPERTIES.getBytes(StandardCharsets.UTF_8))
        .slower(2)
        .refusing(IOException.class)
        .run(document -> read("mix.properties", document));
  }
}
