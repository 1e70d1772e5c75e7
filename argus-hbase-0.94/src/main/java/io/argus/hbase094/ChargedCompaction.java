package io.argus.hbase094;

import io.argus.regionserver.io.BackgroundWork;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.regionserver.InternalScanner;

/**
 * The scanner of a compaction, which pays for the bytes it returns and waits for the I/O admission
 * of its tenant.
 *
 * <p>For use by the compaction's thread.
 */
final class ChargedCompaction implements InternalScanner {
  private final InternalScanner scanner;
  private final BackgroundWork work;

  ChargedCompaction(InternalScanner scanner, BackgroundWork work) {
    this.scanner = scanner;
    this.work = work;
  }

  @Override
  public boolean next(List<KeyValue> results) throws IOException {
    return pay(results, scanner.next(results));
  }

  @Override
  public boolean next(List<KeyValue> results, String metric) throws IOException {
    return pay(results, scanner.next(results, metric));
  }

  @Override
  public boolean next(List<KeyValue> results, int limit) throws IOException {
    return pay(results, scanner.next(results, limit));
  }

  @Override
  public boolean next(List<KeyValue> results, int limit, String metric) throws IOException {
    return pay(results, scanner.next(results, limit, metric));
  }

  private boolean pay(List<KeyValue> results, boolean more) {
    long bytes = 0;
    for (KeyValue cell : results) {
      bytes += cell.getLength();
    }
    work.wrote(bytes);
    return more;
  }

  @Override
  public void close() throws IOException {
    work.end();
    scanner.close();
  }
}
