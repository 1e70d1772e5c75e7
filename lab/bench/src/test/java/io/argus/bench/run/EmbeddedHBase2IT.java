package io.argus.bench.run;

import io.argus.cluster.runtime.HBaseRuntime;

class EmbeddedHBase2IT extends EmbeddedClusterContract {
  EmbeddedHBase2IT() {
    super(HBaseRuntime.hbase26(REPOSITORY, 2));
  }
}
