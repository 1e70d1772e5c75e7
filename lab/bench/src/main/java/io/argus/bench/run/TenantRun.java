package io.argus.bench.run;

import io.argus.load.client.LoadResult;
import java.util.List;

/**
 * What one client measured in one run.
 *
 * @param opsBySecond operations in each second, the ramp included
 */
public record TenantRun(LoadResult result, List<Long> opsBySecond) {

  public TenantRun {
    opsBySecond = List.copyOf(opsBySecond);
  }
}
