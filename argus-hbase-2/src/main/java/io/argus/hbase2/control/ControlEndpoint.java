package io.argus.hbase2.control;

import static java.lang.invoke.MethodHandles.publicLookup;
import static java.lang.invoke.MethodType.methodType;

import io.argus.regionserver.PlannerLink;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.master.MasterServices;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hbase.thirdparty.com.google.protobuf.Service;

/** Where Argus's service is, of the type that this HBase takes, and who calls it. Stateless. */
public final class ControlEndpoint {
  private ControlEndpoint() {}

  /**
   * Returns the only service of a master.
   *
   * @throws LinkageError if the master lacks what it needs
   */
  public static List<Object> of(ControlCalls calls) {
    return service(calls);
  }

  /**
   * Gives a region its service, for users who may not call the master.
   *
   * @param server on which the region is
   * @throws LinkageError if the server lacks what it needs
   */
  public static void serve(HRegion region, HRegionServer server) {
    Object service = service(new RegionCalls(server, RpcServer::getRequestUser)).get(0);
    for (Method method : HRegion.class.getMethods()) {
      if (method.getName().equals("registerService")) { // its type depends on the version
        try {
          method.invoke(region, service);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Returns the scheduler with a note of what the master will refuse; see {@link RefusalAudit}. */
  public static RpcScheduler audited(RpcScheduler scheduler, HMaster master) {
    return new RefusalAudit(scheduler, master);
  }

  /** Makes a region server send its reports to the active master, as long as the link is. */
  public static void reportToMaster(HRegionServer server, PlannerLink<?> link) {
    MasterCalls master = new MasterCalls(server);
    link.owns(master);
    link.reportTo(master);
  }

  private static List<Object> service(Answers calls) {
    if (takesShaded()) {
      return Collections.singletonList(new ControlService(calls));
    }
    return Collections.singletonList(new UnshadedControlService(calls));
  }

  private static boolean takesShaded() {
    try {
      publicLookup()
          .findVirtual(
              MasterServices.class, "registerService", methodType(boolean.class, Service.class));
      return true;
    } catch (ReflectiveOperationException before3) {
      return false;
    }
  }
}
