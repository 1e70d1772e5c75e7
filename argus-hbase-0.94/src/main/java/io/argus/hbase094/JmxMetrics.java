package io.argus.hbase094;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.metrics.MetricPublisher;
import io.argus.core.metrics.MetricRecord;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Publishes metrics as plain MBeans, one per record, as the metrics of HBase 0.94 have no tags.
 *
 * <p>Safe for use by any thread.
 */
final class JmxMetrics implements MetricPublisher {
  private final MBeanServer server;
  private final String prefix;

  /** By the key of their records. */
  @GuardedBy("this")
  private final Map<String, RecordBean> beans = new HashMap<>();

  /**
   * @param prefix of every object name, such as {@code hadoop:service=RegionServer,name=}
   */
  JmxMetrics(MBeanServer server, String prefix) {
    this.server = server;
    this.prefix = prefix;
  }

  @Override
  public synchronized void publish(List<MetricRecord> records) {
    Set<String> gone = new HashSet<>(beans.keySet());
    for (MetricRecord record : records) {
      gone.remove(record.key());
      RecordBean bean = beans.get(record.key());
      if (bean == null) {
        register(record);
      } else {
        bean.record(record);
      }
    }
    for (String key : gone) {
      unregister(key);
    }
  }

  @GuardedBy("this")
  private void register(MetricRecord record) {
    try {
      RecordBean bean = new RecordBean(record);
      server.registerMBean(bean, new ObjectName(prefix + record.key()));
      beans.put(record.key(), bean);
    } catch (JMException e) {
      throw new IllegalStateException("MBean " + prefix + record.key() + ": " + e, e);
    }
  }

  @GuardedBy("this")
  private void unregister(String key) {
    try {
      beans.remove(key);
      server.unregisterMBean(new ObjectName(prefix + key));
    } catch (JMException e) {
      throw new IllegalStateException("MBean " + prefix + key + ": " + e, e);
    }
  }
}
