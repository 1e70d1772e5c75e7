package org.apache.hadoop.hbase.ipc;

/**
 * A call that runs given work. It is in HBase's package because HBase's call has no public
 * constructor.
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
