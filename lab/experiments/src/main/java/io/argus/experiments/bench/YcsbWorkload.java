package io.argus.experiments.bench;

import io.argus.load.client.TableWorkload;
import io.argus.profiler.campaign.Workload;
import java.util.Properties;

/** Any CoreWorkload as the workload of a tenant in a workload mix. Immutable. */
record YcsbWorkload(Workload workload) implements TableWorkload {

  @Override
  public String label() {
    return workload.name();
  }

  @Override
  public boolean writes() {
    Properties properties = workload.properties("");
    // By default, 5 of 100 operations of CoreWorkload are updates.
    return share(properties, "updateproportion", "0.05") > 0
        || share(properties, "insertproportion", "0") > 0
        || share(properties, "readmodifywriteproportion", "0") > 0;
  }

  @Override
  public Properties properties(String table, long tableRows) {
    return workload.properties(table);
  }

  private static double share(Properties properties, String key, String otherwise) {
    return Double.parseDouble(properties.getProperty(key, otherwise));
  }
}
