package io.argus.hbase2;

import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ChoreService;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.coprocessor.HasMasterServices;
import org.apache.hadoop.hbase.coprocessor.HasRegionServerServices;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.master.MasterServices;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import sun.reflect.ReflectionFactory;

/** Parts of HBase and of Argus that throw in every method. */
public final class Broken {
  /** What every broken part throws. */
  public static final class Fault extends RuntimeException {
    public Fault() {
      super("injected");
    }
  }

  private Broken() {}

  /** An instance whose constructor never ran, so that all its fields are null or 0. */
  public static <T> T unconstructed(Class<T> type) {
    try {
      return type.cast(
          ReflectionFactory.getReflectionFactory()
              .newConstructorForSerialization(type, Object.class.getDeclaredConstructor())
              .newInstance());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  public static <T> T set(T object, Class<? super T> declaring, String field, Object value) {
    try {
      Field found = declaring.getDeclaredField(field);
      found.setAccessible(true);
      found.set(object, value);
      return object;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An implementation that answers some methods and throws in all others. */
  public static <T> T implementation(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (answers.containsKey(method.getName())) {
                return answers.get(method.getName());
              }
              throw new Fault();
            }));
  }

  /** A region server that answers nothing. */
  public static class RegionServer extends HRegionServer {
    public static RegionServer create() {
      return unconstructed(RegionServer.class);
    }

    private RegionServer(Configuration conf) throws java.io.IOException {
      super(conf);
    }

    @Override
    public ServerName getServerName() {
      throw new Fault();
    }

    @Override
    public java.util.List<HRegion> getRegions(TableName table) {
      return java.util.Collections.emptyList();
    }
  }

  /** A region server that runs chores. */
  public static final class BusyRegionServer extends RegionServer {
    private final ChoreService chores = null;

    public static BusyRegionServer create(ChoreService chores) {
      return set(unconstructed(BusyRegionServer.class), BusyRegionServer.class, "chores", chores);
    }

    private BusyRegionServer() throws java.io.IOException {
      super(null);
    }

    @Override
    public ChoreService getChoreService() {
      return chores;
    }
  }

  /** A ZooKeeper session that fails at every request. */
  public static final class Watcher extends ZKWatcher {
    private static final org.apache.hadoop.hbase.zookeeper.ZNodePaths PATHS =
        new org.apache.hadoop.hbase.zookeeper.ZNodePaths(new Configuration(false));

    public static Watcher create() {
      return unconstructed(Watcher.class);
    }

    private Watcher() throws java.io.IOException {
      super(null, null, null);
    }

    @Override
    public org.apache.hadoop.hbase.zookeeper.ZNodePaths getZNodePaths() {
      return PATHS;
    }

    @Override
    public void registerListener(org.apache.hadoop.hbase.zookeeper.ZKListener listener) {}

    @Override
    public org.apache.hadoop.hbase.zookeeper.RecoverableZooKeeper getRecoverableZooKeeper() {
      throw new Fault();
    }
  }

  /** A master whose ZooKeeper session and tables fail at every request. */
  public static final class Master extends HMaster {
    public static Master create() {
      return unconstructed(Master.class);
    }

    private Master() throws java.io.IOException {
      super(null);
    }

    @Override
    public ZKWatcher getZooKeeper() {
      return Watcher.create();
    }

    @Override
    public ChoreService getChoreService() {
      throw new Fault();
    }
  }

  /** What HBase hands a region server coprocessor. */
  public interface RegionServerEnvironment
      extends CoprocessorEnvironment, HasRegionServerServices {}

  /** What HBase hands a master coprocessor. */
  public interface MasterEnvironment extends CoprocessorEnvironment, HasMasterServices {}

  static CoprocessorEnvironment regionServerEnvironment(
      RegionServerServices server, Configuration conf) {
    return implementation(
        RegionServerEnvironment.class,
        Map.of("getRegionServerServices", server, "getConfiguration", conf));
  }

  static CoprocessorEnvironment masterEnvironment(MasterServices master, Configuration conf) {
    return implementation(
        MasterEnvironment.class, Map.of("getMasterServices", master, "getConfiguration", conf));
  }
}
