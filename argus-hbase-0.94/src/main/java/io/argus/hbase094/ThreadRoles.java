package io.argus.hbase094;

import io.argus.regionserver.cpu.ThreadRole;

/** What the threads of a region server do, by their names. Stateless. */
final class ThreadRoles {
  /** Handlers of priority calls and of replication have another word before it. */
  private static final String HANDLERS = "IPC Server handler ";

  private static final String[] RPC = {
    "IPC Reader ", "IPC Server listener", "IPC Server Responder"
  };

  private ThreadRoles() {}

  /** Returns the role of a thread by its name. */
  static ThreadRole of(String name) {
    if (name.startsWith(HANDLERS)) {
      return ThreadRole.HANDLER;
    }
    for (String beginning : RPC) {
      if (name.startsWith(beginning)) {
        return ThreadRole.RPC;
      }
    }
    return name.contains("Compactions-")
            || name.endsWith(".cacheFlusher")
            || name.endsWith(".logSyncer")
            || name.startsWith("DataStreamer")
            || name.startsWith("ResponseProcessor")
        ? ThreadRole.WRITING
        : ThreadRole.OTHER;
  }
}
