package io.argus.hbase2.rpc;

import io.argus.regionserver.cpu.ThreadRole;

/** What the threads of a region server do, by their names. Stateless. */
public final class ThreadRoles {
  /** How the names of threads begin that run requests. */
  public static final String HANDLERS = "argus.handler";

  /** HBase's own handlers of the calls that no scheduler gives priority. */
  private static final String[] HOST_HANDLERS = {"RpcServer.default.", "FifoRpcScheduler.handler"};

  private static final String[] RPC = {
    "RS-EventLoopGroup-", "HRegionServer-EventLoopGroup-", "Reader=", "RpcServer."
  };

  private static final String[] WRITING = {
    "MemStoreFlusher", "AsyncFSWAL-", "FSHLog-", "sync.", "DataStreamer", "ResponseProcessor"
  };

  private ThreadRoles() {}

  /** Returns the role of a thread by its name. */
  public static ThreadRole of(String name) {
    if (name.startsWith(HANDLERS) || startsWith(name, HOST_HANDLERS)) {
      return ThreadRole.HANDLER;
    }
    // HBase's handlers of priority calls serve what is no tenant's.
    if (startsWith(name, RPC) && !name.contains("handler")) {
      return ThreadRole.RPC;
    }
    return startsWith(name, WRITING) || name.contains("Compactions-")
        ? ThreadRole.WRITING
        : ThreadRole.OTHER;
  }

  private static boolean startsWith(String name, String[] beginnings) {
    for (String beginning : beginnings) {
      if (name.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }
}
