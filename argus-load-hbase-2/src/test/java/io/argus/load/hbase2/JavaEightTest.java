package io.argus.load.hbase2;

import io.argus.core.platform.JavaEightContract;
import io.argus.load.client.LoadClient;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.coprocessor.AggregationClient;
import site.ycsb.DB;

/** The class path of a load client without HBase's own. */
class JavaEightTest extends JavaEightContract {
  JavaEightTest() {
    super(HBase2Db.class, LoadClient.class, AggregationClient.class, DB.class, Histogram.class);
  }
}
