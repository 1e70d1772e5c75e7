package io.argus.hbase2.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricPublisher;
import io.argus.core.metrics.MetricRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * Publishes metrics in Hadoop's metrics system, which HBase's {@code /jmx}, {@code /prometheus} and
 * every configured sink read. Each record is a source, because JMX merges the records of a source.
 *
 * <p>Safe for use by any thread.
 */
public final class HadoopMetrics implements MetricPublisher {
  private final MetricsSystem system;
  private final String role;

  @GuardedBy("this")
  private final Map<String, Source> sources = new HashMap<>();

  /**
   * @param role Master or RegionServer, as in the names of HBase's own sources
   */
  public HadoopMetrics(MetricsSystem system, String role) {
    this.system = system;
    this.role = role;
  }

  @Override
  public synchronized void publish(List<MetricRecord> records) {
    Set<String> gone = new HashSet<>(sources.keySet());
    for (MetricRecord record : records) {
      String name = role + ",sub=" + record.key();
      gone.remove(name);
      Source source = sources.get(name);
      if (source == null) {
        source = new Source(role, record);
        system.register(name, record.description(), source);
        sources.put(name, source);
      } else {
        source.record = record;
      }
    }
    for (String name : gone) {
      system.unregisterSource(name);
      sources.remove(name);
    }
  }

  /** The latest record of one subject. */
  private static final class Source implements MetricsSource {
    private final String context;
    private volatile MetricRecord record;

    Source(String role, MetricRecord record) {
      this.context = role.toLowerCase(java.util.Locale.ROOT);
      this.record = record;
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
      MetricRecord now = record;
      MetricsRecordBuilder builder = collector.addRecord(now.name()).setContext(context);
      for (int i = 0; i < now.tags().size(); i++) {
        builder.tag(Interns.info(now.tags().get(i), now.description()), now.tagValues().get(i));
      }
      for (MetricRecord.Sample sample : now.samples()) {
        Metric<?> metric = sample.metric();
        MetricsInfo info = Interns.info(metric.name(), metric.description());
        if (metric.isCounter()) {
          builder.addCounter(info, (long) sample.value());
        } else {
          builder.addGauge(info, sample.value());
        }
      }
    }
  }
}
