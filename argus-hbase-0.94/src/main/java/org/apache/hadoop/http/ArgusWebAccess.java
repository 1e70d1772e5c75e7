package org.apache.hadoop.http;

import javax.servlet.Filter;
import org.mortbay.jetty.Handler;
import org.mortbay.jetty.servlet.FilterHolder;
import org.mortbay.jetty.servlet.FilterMapping;
import org.mortbay.jetty.servlet.ServletHandler;

/**
 * Access to parts of a web UI that Hadoop permits only in its own package.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ArgusWebAccess {
  private ArgusWebAccess() {}

  /**
   * Adds a filter for some paths to a web UI that is running already.
   *
   * @throws Exception if the filter does not start
   */
  public static void addFilter(HttpServer webUi, Class<? extends Filter> filter, String... paths)
      throws Exception {
    ServletHandler handler = webUi.webAppContext.getServletHandler();
    FilterHolder holder = new FilterHolder(filter);
    holder.setName(filter.getName());
    holder.setServletHandler(handler);
    // Before it is mapped, because requests may come at any time.
    holder.start();
    FilterMapping mapping = new FilterMapping();
    mapping.setFilterName(holder.getName());
    mapping.setPathSpecs(paths);
    mapping.setDispatches(Handler.REQUEST);
    handler.addFilter(holder, mapping);
  }
}
