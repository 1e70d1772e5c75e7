package io.argus.hbase2;

import io.argus.core.usage.Component;
import io.argus.hbase2.page.ArgusFilter;
import io.argus.hbase2.server.LinkedComponents;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.http.FilterContainer;
import org.apache.hadoop.hbase.http.FilterInitializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.http.filter.initializers}: adds the Argus page to the server's
 * own web UI.
 */
public final class ArgusFilterInitializer extends FilterInitializer {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusFilterInitializer.class);

  @Override
  public void initFilter(FilterContainer container, Configuration conf) {
    try {
      String lacks = LinkedComponents.lacks(Component.PAGE);
      if (!lacks.isEmpty()) {
        LOG.error("This web UI has no Argus page: {}", lacks);
        return;
      }
      container.addGlobalFilter("argus", ArgusFilter.class.getName(), Collections.emptyMap());
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Argus FAILED to start in this server's web UI, which works without it", e);
    }
  }
}
