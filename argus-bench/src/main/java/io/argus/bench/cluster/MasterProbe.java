package io.argus.bench.cluster;

import com.google.gson.JsonObject;

/**
 * Tells from a master's own metrics whether it serves.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface MasterProbe {

  /** Whether the master is initialised and sees that many region servers; false while unknown. */
  boolean ready(int infoPort, int regionServers);

  /** The probe for HBase 2: active, initialised, servers counted by the Server metrics bean. */
  static MasterProbe hbase2() {
    return (infoPort, regionServers) -> {
      JsonObject bean = JmxPage.bean(infoPort, "Hadoop:service=HBase,name=Master,sub=Server");
      return bean != null
          && JmxPage.number(bean, "masterFinishedInitializationTime") > 0
          && JmxPage.number(bean, "numRegionServers") >= regionServers;
    };
  }
}
