package io.argus.hbase094.rpc;

import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.handler.Outcome;
import io.argus.regionserver.handler.RequestRunner;
import java.io.IOException;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hbase.regionserver.ArgusServerAccess;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses the calls that still wait when the server stops. HBase's handlers take and run all others
 * themselves.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class HandlerCalls implements RequestRunner<TenantRequest<ArgusCall>> {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerCalls.class);

  @Override
  public void run(TenantRequest<ArgusCall> request) {
    throw new IllegalStateException("HBase's own handlers run the calls");
  }

  @Override
  public int operations(TenantRequest<ArgusCall> request) {
    return request.operations();
  }

  @Override
  public @Nullable Object region(TenantRequest<ArgusCall> request) {
    return request.region();
  }

  @Override
  public Object table(Object region) {
    return ArgusServerAccess.tableOf((HRegion) region);
  }

  @Override
  public boolean countsBlocks(TenantRequest<ArgusCall> request) {
    return request.countsBlocks();
  }

  @Override
  public boolean othersWait(Object region) {
    return ArgusServerAccess.othersWait((HRegion) region);
  }

  @Override
  public Outcome outcome(TenantRequest<ArgusCall> request) {
    return request.call();
  }

  @Override
  public void drop(TenantRequest<ArgusCall> request) {
    try {
      request.call().refuse("The region server stops");
    } catch (IOException clientIsGone) {
      LOG.debug("Could not answer a call", clientIsGone);
    }
  }
}
