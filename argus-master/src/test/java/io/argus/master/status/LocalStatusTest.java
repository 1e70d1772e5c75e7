package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.master.ManyServers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LocalStatusTest {
  private static final ClusterStatus STATUS = new ManyServers(3, 3, 3).round().status();

  @Test
  void theBottleneckServerComesFirst() {
    for (int i = 0; i < 3; i++) {
      TenantStatus tenant = STATUS.tenants().get(i);
      assertThat(tenant.bottleneckServer()).isEqualTo(ManyServers.server(i));
      assertThat(tenant.serverCount()).isEqualTo(3);
      assertThat(tenant.servers()).hasSize(3);
      LocalStatus worst = tenant.servers().get(0);
      assertThat(worst.server()).isEqualTo(tenant.bottleneckServer());
      assertThat(worst.demandShare()).isCloseTo(0.8, within(0.01));
      assertThat(worst.operationsPerSecond()).isEqualTo(400);
      assertThat(worst.usedHdfsShare()).isCloseTo(400.0 / 600, within(1e-3));
      assertThat(worst.usedCacheShare()).isCloseTo(0.1, within(1e-3));
      assertThat(worst.throughputLoss())
          .isCloseTo(tenant.throughputLoss(), within(0.05))
          .isGreaterThan(tenant.servers().get(1).throughputLoss() + 0.1);
    }
  }

  @Test
  void theSharesAreThoseThatThePlanGuaranteesOnTheServer() {
    TenantStatus tenant = STATUS.tenants().get(0);
    assertThat(tenant.hdfsShare()).isCloseTo(1.0 / 3, within(1e-6));
    assertThat(tenant.servers().get(0).hdfsShare()).isEqualTo(0.5);
    assertThat(tenant.servers().get(0).cacheShare()).isEqualTo(0.5);
    assertThat(tenant.servers().get(1).hdfsShare()).isEqualTo(0.3333);
  }

  @Test
  void aServerTellsItsPageAndItsBottleneck() {
    ServerStatus server = ClusterStatus.read(json(STATUS)).servers().get(1);
    assertThat(server.page()).isEqualTo("http://rs0001.example.com:16030");
    assertThat(server.bottleneck()).hasToString("HDFS");
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    TenantStatus read = ClusterStatus.read(json(STATUS)).tenants().get(2);
    assertThat(read.servers())
        .usingRecursiveComparison()
        .isEqualTo(STATUS.tenants().get(2).servers());
    assertThat(read.bottleneckServer()).isEqualTo(ManyServers.server(2));
  }

  @Test
  void aStatusOfAnEarlierVersionHasNoServersOfATenant() {
    TenantStatus tenant =
        ClusterStatus.read(
                ("{\"mode\":\"ENFORCE\",\"planReason\":\"\",\"problems\":[],\"servers\":[{}],"
                        + "\"tenants\":[{\"tenant\":\"a\"}]}")
                    .getBytes(StandardCharsets.UTF_8))
            .tenants()
            .get(0);
    assertThat(tenant.servers()).isEmpty();
    assertThat(tenant.bottleneckServer()).isEmpty();
  }

  @Test
  void onlyTheWorstServersAreTold() {
    ClusterStatus some = new ManyServers(100, 100, 20).round().status();
    assertThat(some.tenants()).allMatch(tenant -> tenant.servers().size() == 6);
    assertThat(some.tenants())
        .as("where it is not backlogged, a server does not limit it, however small its share")
        .allMatch(tenant -> tenant.servers().get(0).throughputLoss() > 0.3)
        .allMatch(tenant -> tenant.servers().get(1).throughputLoss() < 0.01);
    ClusterStatus many = new ManyServers(1_000, 500, 20).round().status();
    assertThat(many.tenants())
        .allMatch(tenant -> tenant.servers().size() == 1 && tenant.serverCount() == 20)
        .allMatch(tenant -> tenant.bottleneckServer().equals(tenant.servers().get(0).server()));
    JsonObject whole =
        JsonParser.parseString(new String(json(many), StandardCharsets.UTF_8)).getAsJsonObject();
    int bytes = 0;
    for (JsonElement tenant : whole.getAsJsonArray("tenants")) {
      bytes += tenant.getAsJsonObject().get("servers").toString().length();
    }
    System.out.printf(
        "status of 1,000 servers x 500 tenants: %,d bytes, %,d of them tenants on single servers%n",
        json(many).length, bytes);
    assertThat(bytes).isLessThan(150_000);
    assertThat(many.tenants().get(17).bottleneckServer()).isEqualTo(ManyServers.server(17));
  }

  private static byte[] json(ClusterStatus status) {
    return status.toStore();
  }
}
