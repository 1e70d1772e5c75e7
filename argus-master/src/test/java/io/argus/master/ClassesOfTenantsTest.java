package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.UsageReport.ClassUsage;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.status.ClassStatus;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The classes of tenants in the status: what they do, and whether they wait for their caps. */
class ClassesOfTenantsTest {
  private static final TenantId SHOP = TenantId.of("shop");

  private final SimulatedCluster first = new SimulatedCluster().with("shop", Workload.UNIFORM);
  private final SimulatedCluster second = new SimulatedCluster().with("shop", Workload.UNIFORM);

  private TenantStatus shop(String caps) throws IOException {
    first.with("other", Workload.UNIFORM);
    second.server = "rs2,16020,1";
    first.extraReports.putAll(second.written());
    Settings settings = Settings.defaults().with(Map.of("argus.tenant.caps", caps));
    MasterPlanner planner = new MasterPlanner(first, new InMemoryDocuments(), () -> settings);
    ClusterStatus status = ClusterStatus.read(planner.tick(1_000_000).status().toStore());
    assertThat(status.tenants().get(0).classes()).as("of other").isEmpty();
    assertThat(status.toJson().split("classes")).hasSizeLessThanOrEqualTo(2);
    return status.tenants().get(1);
  }

  private static ClassUsage used(String name, double operations) {
    return new ClassUsage(SHOP, name, operations, 2, 0.5);
  }

  @Test
  void theFiguresOfAllServersAreAddedUp() throws IOException {
    first.classes = List.of(used("default", 100), used("batch", 20).withCap(0.4, 3, 5));
    second.classes = List.of(used("batch", 30).withCap(0.6, 4, 7.5));
    TenantStatus shop = shop("shop/batch:ops=50");

    assertThat(shop.classes()).extracting(ClassStatus::name).containsExactly("batch", "default");
    ClassStatus batch = shop.classes().get(0);
    assertThat(batch.operationsPerSecond()).isEqualTo(50);
    assertThat(batch.waitFraction()).isEqualTo(4);
    assertThat(batch.serviceFraction()).isEqualTo(1);
    assertThat(batch.cap()).hasToString("50 ops/s");
    assertThat(batch.capFraction()).isEqualTo(1);
    assertThat(batch.cappedPerSecond()).isEqualTo(7);
    assertThat(batch.capWaitFraction()).isEqualTo(12.5);
    assertThat(batch.isCapped()).isTrue();
    assertThat(shop.cappedClass()).isSameAs(batch);
    assertThat(shop.classes().get(1).cap().toString()).isEmpty();
    assertThat(shop.classes().get(1).isCapped()).isFalse();
  }

  @Test
  void aTenantIsNotCappedBecauseItsClassWaits() throws IOException {
    first.classes = List.of(used("batch", 20).withCap(1, 3, 5));
    first.figures.put(Figure.CAP_WAIT, 5.0);
    TenantStatus shop = shop("shop:ops=9000,shop/batch:ops=20");
    assertThat(shop.isCapped()).isFalse();
    assertThat(shop.cappedClass()).isNotNull();
  }

  @Test
  void aClassIsNotCappedBecauseItsTenantWaits() throws IOException {
    first.classes = List.of(used("batch", 20).withCap(0.1, 0, 5));
    first.figures.put(Figure.CAP_WAIT, 5.0);
    first.figures.put(Figure.CAPPED, 3.0);
    TenantStatus shop = shop("shop:ops=90,shop/batch:ops=200");
    assertThat(shop.isCapped()).isTrue();
    assertThat(shop.cappedClass()).isNull();
    assertThat(shop.classes().get(0).capWaitFraction()).isEqualTo(5);
  }

  @Test
  void aStatusWithClassesThatAreNoneIsRefused() {
    for (String classes : List.of("[null]", "[{}]", "[{'name':'b/c'}]")) {
      byte[] json =
          ("{'mode':'ENFORCE','planReason':'','problems':[],'servers':[],"
                  + "'tenants':[{'tenant':'a','classes':"
                  + classes
                  + "}]}")
              .replace('\'', '"')
              .getBytes(StandardCharsets.UTF_8);
      assertThatIllegalArgumentException()
          .as(classes)
          .isThrownBy(() -> ClusterStatus.read(json))
          .withMessageContaining("'classes'");
    }
  }
}
