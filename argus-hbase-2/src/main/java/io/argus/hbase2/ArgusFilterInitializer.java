package io.argus.hbase2;

import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.http.FilterContainer;
import org.apache.hadoop.hbase.http.FilterInitializer;

/**
 * The entry class for {@code hbase.http.filter.initializers}: puts Argus behind the server's own
 * web UI.
 */
public final class ArgusFilterInitializer extends FilterInitializer {
  @Override
  public void initFilter(FilterContainer container, Configuration conf) {
    container.addGlobalFilter("argus", ArgusFilter.class.getName(), Collections.emptyMap());
  }
}
