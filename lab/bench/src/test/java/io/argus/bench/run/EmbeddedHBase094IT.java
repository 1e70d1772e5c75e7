package io.argus.bench.run;

import io.argus.cluster.runtime.HBaseRuntime;

class EmbeddedHBase094IT extends EmbeddedClusterContract {
  EmbeddedHBase094IT() {
    super(HBaseRuntime.hbase094(REPOSITORY));
  }
}
