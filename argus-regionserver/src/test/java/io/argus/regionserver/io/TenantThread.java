package io.argus.regionserver.io;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;

/** Has the calling thread work on a request, without a scheduler. */
public final class TenantThread {
  private TenantThread() {}

  /** The calling thread begins to work on a get of a tenant. */
  public static void begin(IoAdmission io, IoPolicy policy, TenantId tenant) {
    IoRequest request = new IoRequest(io, Thread.currentThread(), HandlerSlot.NONE);
    request.begin(new IoSchedule(policy, 0).add(tenant), RequestKind.GET, 0);
    io.ofHostThread(request);
  }
}
