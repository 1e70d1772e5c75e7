package io.argus.regionserver.io;

/**
 * Port to the counter of HDFS bytes that the file system keeps per thread.
 *
 * <p>Called by handler threads, each about itself; an exception is counted and the request goes on.
 */
public interface HdfsBytes {
  /** Bytes the calling thread has read from HDFS since it began; never falls. */
  long readByThisThread();
}
