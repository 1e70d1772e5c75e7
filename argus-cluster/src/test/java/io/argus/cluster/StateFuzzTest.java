package io.argus.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.fuzz.Fuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record of an embedded cluster, damaged in many ways. */
class StateFuzzTest {
  @TempDir private Path directory;

  @Test
  void recordsOfClusters() throws Exception {
    StateDirectory state = new StateDirectory(directory);
    Ports ports = new Ports(1, 2, 3, 4, 5, 6, 7, 8, List.of(9), List.of(10));
    state.save(new ClusterRecord("2.6", "argus", "none", ports));
    Path file = directory.resolve("cluster.json");
    Fuzz.of("record of a cluster", Files.readAllBytes(file))
        .refusing(IOException.class)
        .run(
            document -> {
              Files.write(file, document);
              ClusterRecord read = state.load();
              assertThat(Arrays.asList(read.hbase(), read.plugin(), read.disk()))
                  .doesNotContainNull();
              assertThat(read.ports().regionServers()).doesNotContainNull();
            });
  }
}
