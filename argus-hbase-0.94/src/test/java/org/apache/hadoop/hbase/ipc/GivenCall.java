package org.apache.hadoop.hbase.ipc;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.hadoop.hbase.monitoring.MonitoredRPCHandler;
import org.apache.hadoop.io.Writable;
import sun.reflect.ReflectionFactory;

/** A call as HBase's server has read it, of a server that was never constructed. */
public final class GivenCall {
  /** A server of which only its calls are made. */
  private static final class Server extends HBaseServer {
    private Server() throws IOException {
      super(null, 0, null, 0, 0, null, null, 0);
    }

    @Override
    public Writable call(
        Class<? extends VersionedProtocol> protocol,
        Writable param,
        long receiveTime,
        MonitoredRPCHandler status) {
      return param;
    }
  }

  private GivenCall() {}

  /** A call of a method of the region server's interface, found by name and parameters' number. */
  public static ArgusCall of(String method, Object... parameters) {
    Method called =
        Arrays.stream(HRegionInterface.class.getMethods())
            .filter(m -> m.getName().equals(method))
            .filter(m -> m.getParameterCount() == parameters.length)
            .filter(m -> accepts(m, parameters))
            .findFirst()
            .orElseThrow();
    return of(new Invocation(called, HRegionInterface.class, parameters));
  }

  private static boolean accepts(Method method, Object[] parameters) {
    for (int i = 0; i < parameters.length; i++) {
      Class<?> type = method.getParameterTypes()[i];
      if (!type.isPrimitive() && parameters[i] != null && !type.isInstance(parameters[i])) {
        return false;
      }
    }
    return true;
  }

  /** A call with any parameter. */
  public static ArgusCall of(Writable parameter) {
    HBaseServer server = unconstructed(Server.class);
    return new ArgusCall(server, server.new Call(1, parameter, null, null, 100));
  }

  /** An instance whose constructor never ran, so that all its fields are null or 0. */
  public static <T> T unconstructed(Class<T> type) {
    try {
      return type.cast(
          ReflectionFactory.getReflectionFactory()
              .newConstructorForSerialization(type, Object.class.getDeclaredConstructor())
              .newInstance());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
