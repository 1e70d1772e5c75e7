package io.argus.bench.experiment;

import io.argus.bench.load.LoadResult;
import java.util.List;

/**
 * What one client measured in one run.
 *
 * @param opsBySecond operations in each second, the ramp included
 *     <p>Immutable.
 */
record TenantRun(LoadResult result, List<Long> opsBySecond) {

  TenantRun {
    opsBySecond = List.copyOf(opsBySecond);
  }
}
