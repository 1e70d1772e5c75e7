package io.argus.hbase2.page;

import io.argus.core.page.ArgusPage;
import io.argus.core.page.NavigationLink;
import io.argus.core.page.PageReply;
import io.argus.hbase2.server.ServerNodes;
import io.argus.master.MasterNode;
import java.io.IOException;
import java.util.Optional;
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
 * Serves the {@link ArgusPage} in the server's own web UI, and adds a link to it to the navigation
 * bar of HBase's own pages. Every other request passes unchanged.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusFilter implements Filter {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusFilter.class);

  /** Attribute of a request whose page gets the link, so that included pages get no other. */
  private static final String LINKED = "io.argus.linked";

  private @Nullable Object master;
  private @Nullable Object regionServer;

  @Override
  public void init(FilterConfig config) {
    try {
      master = config.getServletContext().getAttribute(HMaster.MASTER);
      regionServer = config.getServletContext().getAttribute(HRegionServer.REGIONSERVER);
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("This web UI has no Argus page", e);
    }
  }

  @Override
  public void destroy() {}

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<PageReply> reply = replyTo(request);
    if (reply.isPresent()) {
      write(reply.get(), (HttpServletResponse) response);
    } else if (getsLink(request)) {
      LinkedResponse linked = new LinkedResponse((HttpServletResponse) response);
      chain.doFilter(request, linked);
      linked.complete();
    } else {
      chain.doFilter(request, response);
    }
  }

  private Optional<PageReply> replyTo(ServletRequest request) {
    try {
      if (!isGet(request)) {
        return Optional.empty();
      }
      HttpServletRequest http = (HttpServletRequest) request;
      String path = http.getRequestURI();
      return path.startsWith("/argus")
          ? page().flatMap(page -> page.get(path, http.getQueryString()))
          : Optional.empty();
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("The Argus page cannot answer", e);
      return Optional.empty();
    }
  }

  private static boolean isGet(ServletRequest request) {
    return request instanceof HttpServletRequest
        && "GET".equals(((HttpServletRequest) request).getMethod());
  }

  private boolean getsLink(ServletRequest request) {
    try {
      if (isGet(request)
          && NavigationLink.mayBeOn(((HttpServletRequest) request).getRequestURI())
          && request.getAttribute(LINKED) == null
          && page().isPresent()) {
        request.setAttribute(LINKED, true);
        return true;
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("A page of HBase has no link to Argus", e);
    }
    return false;
  }

  /** Returns the server's page, empty where Argus does not run, as on a backup master. */
  private Optional<ArgusPage> page() {
    if (master instanceof HMaster) {
      return ServerNodes.of((HMaster) master).map(MasterNode::page);
    }
    if (regionServer instanceof HRegionServer) {
      return ServerNodes.of((HRegionServer) regionServer).map(node -> node.reports().page());
    }
    return Optional.empty();
  }

  private static void write(PageReply reply, HttpServletResponse response) throws IOException {
    response.setStatus(reply.status());
    response.setContentType(reply.contentType());
    reply.headers().forEach(response::setHeader);
    response.setContentLength(reply.body().length);
    response.getOutputStream().write(reply.body());
  }
}
