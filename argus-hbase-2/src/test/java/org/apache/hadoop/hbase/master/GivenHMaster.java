package org.apache.hadoop.hbase.master;

import io.argus.hbase2.Broken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.ipc.FifoRpcScheduler;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.ipc.RpcServer.BlockingServiceAndInterface;
import org.apache.hadoop.hbase.ipc.RpcServerFactory;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessChecker;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos.CoprocessorServiceRequest;
import org.apache.hadoop.hbase.shaded.protobuf.generated.MasterProtos.MasterService;
import org.apache.hbase.thirdparty.com.google.protobuf.BlockingService;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * A master of HBase 2 or 3 that has initialized and has one administrator and one region server.
 * Its calls go HBase's own way from the bytes of a request to a coprocessor's service and back. Its
 * constructor never ran.
 */
public final class GivenHMaster extends HMaster {
  public static final String ADMINISTRATOR = "root";
  public static final String ONLINE = "rs,16020,1";

  /** A user of whom it cannot tell whether it is an administrator. */
  public static final String UNKNOWABLE = "mallory";

  private final Configuration given = null;

  private GivenHMaster() throws IOException {
    super(null);
  }

  public static GivenHMaster of(Configuration conf) {
    GivenHMaster master = Broken.unconstructed(GivenHMaster.class);
    master.coprocessorServiceHandlers = new HashMap<>();
    return Broken.set(master, GivenHMaster.class, "given", conf);
  }

  /** Registers a service of a coprocessor, by the type that it has. */
  public boolean register(Object service) throws Throwable {
    MethodHandle registration =
        MethodHandles.lookup()
            .findVirtual(
                HMaster.class,
                "registerService",
                MethodType.methodType(boolean.class, service.getClass().getInterfaces()[0]));
    return (boolean) registration.invoke(this, service);
  }

  /**
   * Executes a call.
   *
   * @throws UncheckedIOException with what HBase would send to the client
   */
  public byte[] call(byte[] request) throws IOException {
    try {
      return services()
          .execMasterService(null, CoprocessorServiceRequest.parseFrom(request))
          .toByteArray();
    } catch (ServiceException e) {
      throw new UncheckedIOException((IOException) e.getCause());
    }
  }

  /** Takes calls on a free port of this host, in HBase's own RPC server. */
  public RpcServer listen() throws IOException {
    BlockingService service = MasterService.newReflectiveBlockingService(services());
    RpcServer server =
        RpcServerFactory.createRpcServer(
            null,
            "master",
            List.of(
                new BlockingServiceAndInterface(service, MasterService.BlockingInterface.class)),
            new InetSocketAddress("localhost", 0),
            given,
            new FifoRpcScheduler(given, 1));
    server.start();
    return server;
  }

  @SuppressWarnings("unchecked")
  private MasterRpcServices services() {
    MasterRpcServices services = Broken.unconstructed(MasterRpcServices.class);
    Class<?> base = MasterRpcServices.class.getSuperclass();
    return base.getSimpleName().equals("HBaseRpcServicesBase") // since HBase 3
        ? Broken.set(services, (Class<? super MasterRpcServices>) base, "server", this)
        : Broken.set(services, MasterRpcServices.class, "master", this);
  }

  @Override
  void checkInitialized() {}

  @Override
  public Configuration getConfiguration() {
    return given;
  }

  @Override
  public AccessChecker getAccessChecker() {
    return Broken.unconstructed(Administrators.class);
  }

  @Override
  public ServerManager getServerManager() {
    return Broken.unconstructed(Servers.class);
  }

  /** Others may read the tables of a namespace: bob those of bobs. */
  private static final class Administrators extends AccessChecker {
    private Administrators() {
      super(null);
    }

    @Override
    public void requirePermission(
        User user, String request, String filterUser, Permission.Action action)
        throws AccessDeniedException {
      if (user != null && user.getShortName().equals(UNKNOWABLE)) {
        throw new IllegalStateException("the table of permissions is broken");
      }
      if (user == null || !user.getShortName().equals(ADMINISTRATOR)) {
        throw new AccessDeniedException("no " + action + " for " + request);
      }
    }

    @Override
    public void requirePermission(
        User user,
        String request,
        TableName table,
        byte[] family,
        byte[] qualifier,
        String filterUser,
        Permission.Action... actions)
        throws AccessDeniedException {
      if (!table.getNamespaceAsString().equals(user.getShortName() + "s")) {
        throw new AccessDeniedException("no " + List.of(actions) + " on " + table);
      }
    }
  }

  private static final class Servers extends ServerManager {
    private Servers() {
      super(null, null);
    }

    @Override
    public boolean isServerOnline(ServerName server) {
      return server.equals(ServerName.valueOf(ONLINE));
    }
  }
}
