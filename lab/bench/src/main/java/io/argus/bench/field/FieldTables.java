package io.argus.bench.field;

import io.argus.bench.run.RunSettings;
import io.argus.bench.run.TableProcess;
import io.argus.bench.run.TenantTables;
import io.argus.bench.run.TenantWorkload;
import io.argus.cluster.ClientJvm;
import io.argus.load.client.Requests;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables of the rows of one cluster.
 *
 * <p>Used by one thread.
 */
interface FieldTables {

  /** Creates and fills them. */
  void load() throws IOException;

  /**
   * Compacts what was written to since the last time, and empties the caches.
   *
   * @param tenants that are about to run
   */
  void prepare(List<TenantWorkload> tenants) throws IOException;

  /** Tables of HBase. */
  record OfHBase(TenantTables tables) implements FieldTables {
    @Override
    public void load() throws IOException {
      tables.load();
    }

    @Override
    public void prepare(List<TenantWorkload> tenants) throws IOException {
      tables.settle();
      tables.clearBlockCache();
      tables.place();
      tables.written(tenants);
    }
  }

  /**
   * Tables of Phoenix, each with its index.
   *
   * @param names without those of the indexes
   */
  record OfPhoenix(ClientJvm clients, List<String> names, RunSettings settings)
      implements FieldTables {
    private static final String LOADER = "io.argus.phoenix.PhoenixLoad";

    @Override
    public void load() throws IOException {
      new TableProcess(clients, names).loadBy(LOADER, settings.rows(), settings.regions());
    }

    @Override
    public void prepare(List<TenantWorkload> tenants) throws IOException {
      List<String> all =
          names.stream().flatMap(name -> Stream.of(name, name + Requests.INDEX)).toList();
      TableProcess process = new TableProcess(clients, all);
      process.settle();
      process.clearBlockCache();
    }
  }
}
