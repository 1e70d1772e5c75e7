package io.argus.regionserver.io;

/**
 * A thread that runs requests and names the one it works on, so that I/O admission finds it without
 * a ThreadLocal.
 */
public abstract class RequestThread extends Thread {
  protected RequestThread(String name) {
    super(name);
  }

  /** The request of this thread, in progress or not. */
  protected abstract IoRequest request();
}
