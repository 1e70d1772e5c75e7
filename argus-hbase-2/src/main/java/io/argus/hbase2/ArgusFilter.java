package io.argus.hbase2;

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
 * Answers {@value #PATH} of the server's own web UI: on a master with the state of the cluster, on
 * a region server with its last usage report. Every other request goes on untouched.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusFilter implements Filter {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusFilter.class);

  static final String PATH = "/argus/status.json";

  private @Nullable Object master;
  private @Nullable Object regionServer;

  @Override
  public void init(FilterConfig config) {
    master = config.getServletContext().getAttribute(HMaster.MASTER);
    regionServer = config.getServletContext().getAttribute(HRegionServer.REGIONSERVER);
  }

  @Override
  public void destroy() {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    byte[] document = isOurs(request) ? documentOrNull() : null;
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
        && PATH.equals(((HttpServletRequest) request).getRequestURI());
  }

  private byte @Nullable [] documentOrNull() {
    try {
      return document();
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("{} cannot be answered", PATH, e);
      return null;
    }
  }

  /** Null where Argus is not at work, as on a backup master. */
  private byte @Nullable [] document() {
    if (master instanceof HMaster) {
      return MasterNode.of((HMaster) master).map(MasterNode::status).orElse(null);
    }
    if (regionServer instanceof HRegionServer) {
      return RegionServerNode.of((HRegionServer) regionServer)
          .map(RegionServerNode::lastReport)
          .orElse(null);
    }
    return null;
  }
}
