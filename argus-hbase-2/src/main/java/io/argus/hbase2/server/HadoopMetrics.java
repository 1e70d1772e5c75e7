package io.argus.hbase2.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricPublisher;
import io.argus.core.metrics.MetricRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
 * every configured sink read. Each subject is a source. JMX merges the records of a source: of the
 * buckets of a histogram, the one of the tag {@code tag.le.3} is the attribute {@code ...Bucket.3}.
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
    Map<String, List<MetricRecord>> bySubject = new LinkedHashMap<>();
    for (MetricRecord record : records) {
      bySubject
          .computeIfAbsent(role + ",sub=" + record.sourceKey(), name -> new ArrayList<>())
          .add(record);
    }
    Set<String> gone = new HashSet<>(sources.keySet());
    gone.removeAll(bySubject.keySet());
    bySubject.forEach(this::publish);
    for (String name : gone) {
      system.unregisterSource(name);
      sources.remove(name);
    }
  }

  @GuardedBy("this")
  private void publish(String name, List<MetricRecord> records) {
    Source source = sources.get(name);
    if (source == null) {
      source = new Source(role, records);
      system.register(name, records.get(0).description(), source);
      sources.put(name, source);
    } else {
      source.records = records;
    }
  }

  /** The latest records of one subject. */
  private static final class Source implements MetricsSource {
    private final String context;

    /** Nobody changes it. */
    private volatile List<MetricRecord> records;

    Source(String role, List<MetricRecord> records) {
      this.context = role.toLowerCase(Locale.ROOT);
      this.records = records;
    }

    @Override
    public void getMetrics(MetricsCollector collector, boolean all) {
      records.forEach(record -> add(record, collector));
    }

    private void add(MetricRecord now, MetricsCollector collector) {
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
