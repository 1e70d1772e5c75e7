package io.argus.hbase2;

import com.google.gson.Gson;
import io.argus.core.platform.JavaEightContract;
import io.argus.core.settings.Settings;
import io.argus.master.MasterNode;
import io.argus.regionserver.RegionServerNode;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.objectweb.asm.ClassReader;

/** The drop-in jar. */
class JavaEightTest extends JavaEightContract {
  JavaEightTest() {
    super(
        ArgusRpcSchedulerFactory.class,
        Settings.class,
        RegionServerNode.class,
        MasterNode.class,
        Gson.class,
        ClassReader.class,
        Histogram.class,
        SimpleRegression.class);
  }
}
