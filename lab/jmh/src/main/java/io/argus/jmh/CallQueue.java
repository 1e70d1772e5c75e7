package io.argus.jmh;

/** A call queue with its 30 handlers under measurement. Safe for use by any thread. */
interface CallQueue {
  int HANDLERS = 30;

  /** Queues a call of the n-th tenant; false if it is refused. */
  boolean offer(int tenant, Runnable call);

  void close();

  /**
   * Returns the queue of that name with its handlers running: {@code hbase}, {@code argus}, or
   * {@code observe}, which is HBase's with the calls counted.
   */
  static CallQueue of(String name, int tenants) {
    return switch (name) {
      case "hbase" -> new HBaseCallQueue();
      case "argus" -> new ArgusCallQueue(tenants);
      case "observe" -> new ObservedCallQueue(tenants);
      default ->
          throw new IllegalArgumentException(
              "queue is '" + name + "': must be hbase, argus or observe");
    };
  }
}
