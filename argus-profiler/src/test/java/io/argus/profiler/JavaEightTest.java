package io.argus.profiler;

import com.google.gson.Gson;
import io.argus.core.platform.JavaEightContract;
import io.argus.core.settings.Settings;
import io.argus.load.client.LoadClient;
import io.argus.profiler.campaign.Campaign;
import org.HdrHistogram.Histogram;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import site.ycsb.DB;

/** The profiler, the load clients that it drives, and their libraries. */
class JavaEightTest extends JavaEightContract {
  JavaEightTest() {
    super(
        Campaign.class,
        LoadClient.class,
        Settings.class,
        DB.class,
        Gson.class,
        Histogram.class,
        SimpleRegression.class);
  }
}
