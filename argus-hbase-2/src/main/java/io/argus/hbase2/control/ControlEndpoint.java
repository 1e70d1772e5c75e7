package io.argus.hbase2.control;

import static java.lang.invoke.MethodHandles.publicLookup;
import static java.lang.invoke.MethodType.methodType;

import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.master.MasterServices;
import org.apache.hbase.thirdparty.com.google.protobuf.Service;

/** The service of {@link ControlCalls} that this HBase's master takes. Stateless. */
public final class ControlEndpoint {
  private ControlEndpoint() {}

  /**
   * Returns the only service, of the type that the master takes.
   *
   * @throws LinkageError if the master lacks what it needs
   */
  public static List<Object> of(ControlCalls calls) {
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
