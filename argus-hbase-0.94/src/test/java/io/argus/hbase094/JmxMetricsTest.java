package io.argus.hbase094;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricGroup;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class JmxMetricsTest {
  private static final MetricGroup<double[]> GROUP =
      MetricGroup.tagged(
          "ArgusThing",
          "A thing",
          List.of(
              Metric.gauge("WaitSecondsP99", "First.", figures -> figures[0]),
              Metric.counter("Seen", "Second.", figures -> figures[1])),
          "tenant");

  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final JmxMetrics metrics = new JmxMetrics(server, "hadoop:service=RegionServer,name=");

  private Set<ObjectName> names() throws Exception {
    return server.queryNames(new ObjectName("hadoop:*"), null);
  }

  private Object shown(String tenant, String attribute) throws Exception {
    return server.getAttribute(
        new ObjectName("hadoop:service=RegionServer,name=ArgusThing,tenant=" + tenant), attribute);
  }

  @Test
  void eachSubjectIsABeanWithTheLatestFiguresUntilItGoes() throws Exception {
    metrics.publish(
        List.of(GROUP.record(new double[] {1, 2}, "a"), GROUP.record(new double[] {3, 4}, "b")));
    assertThat(names()).hasSize(2);
    assertThat(shown("b", "Seen")).isEqualTo(4.0);
    metrics.publish(List.of(GROUP.record(new double[] {5, 6}, "a")));
    assertThat(names()).hasSize(1);
    assertThat(shown("a", "WaitSecondsP99")).isEqualTo(5.0);
    metrics.publish(List.of());
    assertThat(names()).isEmpty();
  }

  @Test
  void whatIsNoNumberIsLeftOut() throws Exception {
    metrics.publish(List.of(GROUP.record(new double[] {Double.NaN, 6}, "a")));
    ObjectName name = names().iterator().next();
    assertThat(server.getMBeanInfo(name).getAttributes()).hasSize(1);
    assertThat(server.getAttributes(name, new String[] {"WaitSecondsP99", "Seen"})).hasSize(1);
  }

  @Test
  void prometheusNamesAreThoseThatHBaseMakes() {
    assertThat(GROUP.prometheusName(GROUP.metrics().get(0)))
        .isEqualTo("argus_thing_wait_seconds_p99");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Metric.gauge("a b", "", (String s) -> 0))
        .withMessageContaining("metric name is 'a b'");
  }
}
