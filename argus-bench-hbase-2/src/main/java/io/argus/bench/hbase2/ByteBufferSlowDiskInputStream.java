package io.argus.bench.hbase2;

import io.argus.bench.slowdisk.SlowDisk;
import io.argus.bench.slowdisk.SlowDiskInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * A stream of the slow disk that also fills byte buffers, as HBase 2 reads.
 *
 * <p>Positioned reads are thread-safe, others need one thread at a time, as HDFS's own.
 */
final class ByteBufferSlowDiskInputStream extends SlowDiskInputStream
    implements ByteBufferReadable {

  ByteBufferSlowDiskInputStream(FSDataInputStream stream, SlowDisk disk) {
    super(stream, disk);
  }

  @Override
  public int read(ByteBuffer buffer) throws IOException {
    readAhead(buffer.remaining());
    return stream().read(buffer);
  }
}
