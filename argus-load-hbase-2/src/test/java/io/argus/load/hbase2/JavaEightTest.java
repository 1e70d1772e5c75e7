package io.argus.load.hbase2;

import com.google.gson.Gson;
import io.argus.core.platform.JavaEightContract;
import io.argus.core.settings.Settings;
import io.argus.load.client.LoadClient;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.client.coprocessor.AggregationClient;
import org.codehaus.jackson.map.ObjectMapper;
import site.ycsb.DB;

/** The class path of a load client without HBase's own. */
class JavaEightTest extends JavaEightContract {
  JavaEightTest() {
    super(
        HBase2Db.class,
        LoadClient.class,
        Settings.class,
        AggregationClient.class,
        DB.class,
        Histogram.class,
        Gson.class,
        ObjectMapper.class);
  }
}
