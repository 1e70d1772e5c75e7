package io.argus.master;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.regions.Region;
import io.argus.master.regions.RegionRates;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The regions of tenants and what they serve, read from the platform every {@value #PERIOD_MILLIS}
 * milliseconds. Only placement needs them: while they cannot be read, the last ones count.
 *
 * <p>Used by one thread at a time.
 */
final class ReportedRegions {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private static final long PERIOD_MILLIS = 10_000;

  private final ClusterRegions platform;
  private final ClusterTables tables;
  private final TenantMapping mapping;
  private final RegionRates rates = new RegionRates();
  private List<Region> known = Collections.emptyList();
  private long readMillis;
  private boolean failed;

  ReportedRegions(ClusterRegions platform, ClusterTables tables, Settings settings) {
    this.platform = platform;
    this.tables = tables;
    this.mapping = new TenantMapping(settings.get(Settings.TENANT_RULES), tables.fallback());
  }

  /** Returns the regions, in the order of their names; reads them if the last ones are old. */
  List<Region> at(long nowMillis) {
    long sinceMillis = nowMillis - readMillis;
    if (sinceMillis >= PERIOD_MILLIS || sinceMillis < 0) {
      readMillis = nowMillis;
      try {
        read(nowMillis);
        failed = false;
      } catch (IOException | RuntimeException | LinkageError e) {
        if (!failed) {
          LOG.warn("Regions cannot be read, placement uses the last ones known: {}", e.toString());
        }
        failed = true;
      }
    }
    return known;
  }

  private void read(long nowMillis) throws IOException {
    Map<String, TenantId> owners = new HashMap<>();
    for (TableDescription table : tables.tables()) {
      mapping.tenantOf(table).ifPresent(tenant -> owners.put(table.toString(), tenant));
    }
    known = rates.observe(platform.regions(), owners::get, nowMillis);
  }
}
