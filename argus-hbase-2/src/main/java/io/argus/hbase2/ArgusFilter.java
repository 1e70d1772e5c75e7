package io.argus.hbase2;

import io.argus.core.ClusterDocuments;
import io.argus.master.MasterNode;
import io.argus.regionserver.RegionServerNode;
import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@value ClusterDocuments#STATUS_PAGE} of the server's own web UI: on a master with the
 * state of the cluster, on a region server with its last usage report. Every other request goes on
 * untouched.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusFilter implements Filter {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusFilter.class);

  private @Nullable Object master;
  private @Nullable Object regionServer;

  @Override
  public void init(FilterConfig config) {
    try {
      master = config.getServletContext().getAttribute(HMaster.MASTER);
      regionServer = config.getServletContext().getAttribute(HRegionServer.REGIONSERVER);
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("{} will not be answered", ClusterDocuments.STATUS_PAGE, e);
    }
  }

  @Override
  public void destroy() {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    byte[] document = documentOrNull(request);
    if (document == null) {
      chain.doFilter(request, response);
      return;
    }
    HttpServletResponse http = (HttpServletResponse) response;
    http.setContentType("application/json; charset=utf-8");
    http.setContentLength(document.length);
    http.getOutputStream().write(document);
  }

  private static boolean isOurs(ServletRequest request) {
    return request instanceof HttpServletRequest
        && ClusterDocuments.STATUS_PAGE.equals(((HttpServletRequest) request).getRequestURI());
  }

  private byte @Nullable [] documentOrNull(ServletRequest request) {
    try {
      return isOurs(request) ? document() : null;
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("{} cannot be answered", ClusterDocuments.STATUS_PAGE, e);
      return null;
    }
  }

  /** Null where Argus is not at work, as on a backup master. */
  private byte @Nullable [] document() {
    if (master instanceof HMaster) {
      return ServerNodes.of((HMaster) master).map(MasterNode::status).orElse(null);
    }
    if (regionServer instanceof HRegionServer) {
      return ServerNodes.of((HRegionServer) regionServer)
          .map(RegionServerNode::lastReport)
          .orElse(null);
    }
    return null;
  }
}
