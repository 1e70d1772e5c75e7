package io.argus.jmh;

/** A call queue with its 30 handlers under measurement. Safe for use by any thread. */
interface CallQueue {
  int HANDLERS = 30;

  /** Queues a call of the n-th tenant; false if it is refused. */
  boolean offer(int tenant, Runnable call);

  void close();

  /** Returns the queue of that name, {@code hbase} or {@code argus}, with its handlers running. */
  static CallQueue of(String name, int tenants) {
    return switch (name) {
      case "hbase" -> new HBaseCallQueue();
      case "argus" -> new ArgusCallQueue(tenants);
      default ->
          throw new IllegalArgumentException("queue is '" + name + "': must be hbase or argus");
    };
  }
}
