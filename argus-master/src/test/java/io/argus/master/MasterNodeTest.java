package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MasterNodeTest {
  private static final ClusterTables NO_TABLES =
      new ClusterTables() {
        @Override
        public Collection<TableDescription> tables() {
          return List.of();
        }

        @Override
        public TenantMapping.Fallback fallback() {
          return TenantMapping.Fallback.NAMESPACE;
        }
      };

  private final InMemoryDocuments store = new InMemoryDocuments();
  private final MasterNode node =
      new MasterNode(store, NO_TABLES, List::of, Settings.defaults(), () -> 1_000_000);

  private Map<String, String> settings() throws IOException {
    node.plan();
    byte[] status = store.read(ClusterDocuments.STATUS);
    return ClusterStatus.read(status).master().setup().settings();
  }

  @Test
  void theStatusHasTheSettingsOfTheSiteFileThatWasReadLast() throws IOException {
    node.runsOn("m,1,1", "", List.of());
    assertThat(settings()).isEmpty();
    node.reload(Map.of("argus.promises", "alice:ops=5")::get);
    assertThat(settings()).containsEntry("argus.promises", "alice:ops=5");
  }
}
