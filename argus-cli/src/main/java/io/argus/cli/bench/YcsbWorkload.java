package io.argus.cli.bench;

import io.argus.bench.load.TableWorkload;
import io.argus.profiler.campaign.Workload;
import java.util.Properties;

/**
 * Any CoreWorkload as a tenant of a mix.
 *
 * <p>Immutable.
 */
public record YcsbWorkload(Workload workload) implements TableWorkload {

  @Override
  public String label() {
    return workload.name();
  }

  @Override
  public boolean writes() {
    Properties properties = workload.properties("");
    // CoreWorkload updates 5 in 100 where nothing else is said.
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
