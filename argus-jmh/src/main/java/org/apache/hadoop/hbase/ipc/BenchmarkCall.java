package org.apache.hadoop.hbase.ipc;

/**
 * A call whose work is given, in the package from which alone HBase's can be extended.
 *
 * <p>Runs once, in any thread.
 */
public final class BenchmarkCall extends CallRunner {
  private final Runnable work;

  public BenchmarkCall(Runnable work) {
    super(null, null);
    this.work = work;
  }

  @Override
  public void run() {
    work.run();
  }
}
