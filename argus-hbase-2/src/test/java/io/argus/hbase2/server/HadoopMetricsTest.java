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

  private static final MetricGroup<Double> BUCKETS =
      MetricGroup.buckets(
          "ArgusThing",
          "A thing",
          Metric.counter("LatencySecondsBucket", "A bucket.", count -> count),
          "tenant");

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

  private Set<ObjectName> names() throws Exception {
    return server.queryNames(
        new ObjectName("Hadoop:service=ArgusTest,name=RegionServer,sub=ArgusThing,*"), null);
  }

  @Test
  void theBucketsOfAHistogramAreInTheSourceOfTheirSubject() throws Exception {
    MetricsSystem system = new MetricsSystemImpl();
    system.init("ArgusTest");
    try {
      HadoopMetrics metrics = new HadoopMetrics(system, "RegionServer");
      metrics.publish(
          List.of(
              GROUP.record(0.25, "a"),
              BUCKETS.record(3.0, "a", "0.001"),
              BUCKETS.record(5.0, "a", "+Inf")));
      ObjectName a = names().iterator().next();
      assertThat(names()).hasSize(1);
      assertThat(server.getAttribute(a, "Share")).isEqualTo(0.25);
      assertThat(server.getAttribute(a, "tag.le.1")).isEqualTo("0.001");
      assertThat(server.getAttribute(a, "LatencySecondsBucket.1")).isEqualTo(3L);
      assertThat(server.getAttribute(a, "tag.le.2")).isEqualTo("+Inf");
      assertThat(server.getAttribute(a, "LatencySecondsBucket.2")).isEqualTo(5L);
    } finally {
      system.shutdown();
    }
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
