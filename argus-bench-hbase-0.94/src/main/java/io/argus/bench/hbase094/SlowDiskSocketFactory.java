package io.argus.bench.hbase094;

import io.argus.bench.slowdisk.SlowDisk;
import java.net.Socket;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Makes sockets that emulate a slow disk: all data from the DataNode shares a limit in reads per
 * second.
 *
 * <p>It is the HDFS client's socket factory in a region server where the kernel cannot throttle. So
 * the file system class stays free for a plugin. Thread-safe.
 */
public final class SlowDiskSocketFactory extends StandardSocketFactory implements Configurable {
  @SuppressWarnings("NullAway") // set by setConf
  private Configuration configuration;

  @SuppressWarnings("NullAway") // set by setConf
  private SlowDisk disk;

  private int dataNodePort;

  @Override
  public void setConf(Configuration given) {
    configuration = given;
    disk = SlowDisk.ofProcess(given::get);
    dataNodePort = NetUtils.createSocketAddr(given.get("dfs.datanode.address")).getPort();
  }

  @Override
  public Configuration getConf() {
    return configuration;
  }

  @Override
  public Socket createSocket() {
    return new SlowDiskSocket(disk, dataNodePort);
  }
}
