package io.argus.hbase2.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricGroup;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.junit.jupiter.api.Test;

class HadoopMetricsTest {
  private static final MetricGroup<Double> GROUP =
      MetricGroup.tagged(
          "ArgusThing",
          "A thing",
          List.of(
              Metric.gauge("Share", "A share.", figure -> figure),
              Metric.counter("Seen", "A number.", figure -> 7)),
          "tenant");

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  private Set<ObjectName> names() throws Exception {
    return server.queryNames(
        new ObjectName("Hadoop:service=ArgusTest,name=RegionServer,sub=ArgusThing,*"), null);
  }

  @Test
  void eachSubjectIsASourceUntilItGoesAndMayComeBack() throws Exception {
    MetricsSystem system = new MetricsSystemImpl();
    system.init("ArgusTest");
    try {
      HadoopMetrics metrics = new HadoopMetrics(system, "RegionServer");
      metrics.publish(List.of(GROUP.record(0.25, "a"), GROUP.record(0.75, "b")));
      assertThat(names()).hasSize(2);
      ObjectName b =
          names().stream()
              .filter(name -> "b".equals(name.getKeyProperty("tenant")))
              .findFirst()
              .orElseThrow();
      assertThat(server.getAttribute(b, "Share")).isEqualTo(0.75);
      assertThat(server.getAttribute(b, "Seen")).isEqualTo(7L);
      assertThat(server.getAttribute(b, "tag.tenant")).isEqualTo("b");
      metrics.publish(List.of(GROUP.record(0.5, "a")));
      assertThat(names()).hasSize(1);
      metrics.publish(List.of(GROUP.record(0.5, "a"), GROUP.record(0.5, "b")));
      assertThat(names()).hasSize(2);
      metrics.publish(List.of());
      assertThat(names()).isEmpty();
    } finally {
      system.shutdown();
    }
  }
}
