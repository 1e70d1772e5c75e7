package io.argus.hbase094;

import io.argus.core.metrics.Metric;
import io.argus.core.metrics.MetricRecord;
import java.util.Arrays;
import java.util.List;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;

/**
 * The latest record of one subject as a read-only MBean.
 *
 * <p>Safe for use by any thread.
 */
final class RecordBean implements DynamicMBean {
  private volatile MetricRecord record;

  RecordBean(MetricRecord record) {
    this.record = record;
  }

  void record(MetricRecord next) {
    record = next;
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    for (MetricRecord.Sample sample : record.samples()) {
      if (sample.metric().name().equals(name)) {
        return sample.value();
      }
    }
    throw new AttributeNotFoundException(name);
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    AttributeList list = new AttributeList();
    List<String> wanted = Arrays.asList(names);
    for (MetricRecord.Sample sample : record.samples()) {
      if (wanted.contains(sample.metric().name())) {
        list.add(new Attribute(sample.metric().name(), sample.value()));
      }
    }
    return list;
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MetricRecord now = record;
    MBeanAttributeInfo[] attributes = new MBeanAttributeInfo[now.samples().size()];
    for (int i = 0; i < attributes.length; i++) {
      Metric<?> metric = now.samples().get(i).metric();
      attributes[i] =
          new MBeanAttributeInfo(
              metric.name(), "java.lang.Double", metric.description(), true, false, false);
    }
    return new MBeanInfo(
        RecordBean.class.getName(), now.description(), attributes, null, null, null);
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException(attribute.getName() + " can only be read");
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return new AttributeList();
  }

  @Override
  public Object invoke(String action, Object[] parameters, String[] signature) {
    throw new UnsupportedOperationException(action);
  }
}
