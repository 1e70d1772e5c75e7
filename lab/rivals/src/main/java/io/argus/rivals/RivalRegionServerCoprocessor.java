package io.argus.rivals;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessor;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheFactory;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.coprocessor.regionserver.classes}: it replaces HBase's block
 * cache by partitions that follow the rule of {@code argus.rivals.policy}, {@code acache} or {@code
 * argus-paper}.
 */
@CoreCoprocessor
public final class RivalRegionServerCoprocessor implements RegionServerCoprocessor {
  private static final long PERIOD_SECONDS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(RivalRegionServerCoprocessor.class);

  private @Nullable Repeated deciding;

  /**
   * Runs before the server opens regions.
   *
   * @throws IllegalStateException if the cache cannot be replaced: a rival that is none would be
   *     measured
   */
  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    HRegionServer server = hostOf(environment);
    Configuration conf = server.getConfiguration();
    CacheRule rule = rule(conf.get(RivalRpcSchedulerFactory.POLICY, ""), server);
    TenantLruCaches cache = replaceCache(server, conf);
    deciding = new Repeated("rival.cache", PERIOD_SECONDS, () -> decide(rule, cache));
  }

  @SuppressWarnings("deprecation") // nothing replaces it
  private static HRegionServer hostOf(CoprocessorEnvironment<?> environment) {
    return (HRegionServer)
        ((org.apache.hadoop.hbase.coprocessor.HasRegionServerServices) environment)
            .getRegionServerServices();
  }

  private static CacheRule rule(String policy, HRegionServer server) {
    return switch (policy) {
      case "acache" -> new ReuseRatioRule();
      case "argus-paper" -> {
        RpcScheduler scheduler = server.getRpcServer().getScheduler();
        if (!(scheduler instanceof RivalRpcScheduler credits)) {
          throw new IllegalStateException("argus-paper has no scheduler, but " + scheduler);
        }
        yield new PaperRule(credits.reservations(), Profiles.published(), new Random());
      }
      default ->
          throw new IllegalStateException(
              RivalRpcSchedulerFactory.POLICY
                  + " is "
                  + policy
                  + "; a cache has acache or argus-paper");
    };
  }

  private static TenantLruCaches replaceCache(HRegionServer server, Configuration conf) {
    try {
      Field field = HRegionServer.class.getDeclaredField("blockCache");
      field.setAccessible(true);
      BlockCache own = (BlockCache) field.get(server);
      TenantLruCaches cache =
          new TenantLruCaches(
              own.getMaxSize(),
              conf.getLong(
                  BlockCacheFactory.BLOCKCACHE_BLOCKSIZE_KEY, HConstants.DEFAULT_BLOCKSIZE),
              conf);
      field.set(server, cache);
      own.shutdown();
      return cache;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sets the shares; while no tenant is there, those before stay. */
  private static Map<String, Double> decide(CacheRule rule, TenantLruCaches cache) {
    Map<String, Double> shares = rule.shares(cache.reuseRatios(), System.nanoTime());
    if (!shares.isEmpty()) {
      cache.resize(shares);
    }
    LOG.debug("Cache shares {}", shares);
    return shares;
  }

  @Override
  public void stop(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    if (deciding != null) {
      deciding.stop();
    }
  }
}
