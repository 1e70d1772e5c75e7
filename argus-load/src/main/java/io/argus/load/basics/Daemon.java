package io.argus.load.basics;

/** Threads that do not keep a process alive. */
public final class Daemon {
  private Daemon() {}

  /** Starts a daemon thread. */
  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
