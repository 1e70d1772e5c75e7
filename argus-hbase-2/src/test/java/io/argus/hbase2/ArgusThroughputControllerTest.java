package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.throttle.CompactionThroughputControllerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.junit.jupiter.api.Test;

class ArgusThroughputControllerTest {
  /** Returns the controller that HBase creates, on a server that answers nothing. */
  private static ThroughputController created(RegionServerServices server) {
    Configuration conf = HBaseConfiguration.create();
    conf.set(
        "hbase.regionserver.throughput.controller", NoLimitThroughputController.class.getName());
    ArgusThroughputController.install(conf);
    return CompactionThroughputControllerFactory.create(server, conf);
  }

  @Test
  void aCompactionGoesOnWhateverTheServerCannotTell() {
    for (RegionServerServices server :
        new RegionServerServices[] {
          Broken.RegionServer.create(), Broken.implementation(RegionServerServices.class, Map.of())
        }) {
      ThroughputController controller = created(server);
      assertThat(controller).isInstanceOf(ArgusThroughputController.class);
      for (String name : new String[] {"0123abcd#f#compaction#1", "strange"}) {
        assertThatCode(
                () -> {
                  controller.start(name);
                  controller.control(name, 1 << 20);
                  controller.finish(name);
                })
            .as(name)
            .doesNotThrowAnyException();
      }
      controller.stop("end");
      assertThat(controller.isStopped()).isTrue();
    }
  }
}
