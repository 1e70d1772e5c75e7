package io.argus.hbase094.rpc;

import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.admission.RequestRunner;
import java.io.IOException;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls that HBase's handlers take and run themselves, so that only what is left over when the
 * server stops is answered here.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class HandlerCalls implements RequestRunner<TenantRequest<ArgusCall>> {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerCalls.class);

  @Override
  public void run(TenantRequest<ArgusCall> request) {
    throw new IllegalStateException("calls are run by the handlers of HBase that take them");
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
