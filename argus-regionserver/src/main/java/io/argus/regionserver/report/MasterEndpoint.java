package io.argus.regionserver.report;

import java.io.IOException;

/**
 * Port to the active master, which takes reports of region servers by remote procedure call.
 *
 * <p>Used by one thread at a time.
 */
public interface MasterEndpoint {
  /**
   * Sends a report. Takes some seconds at most.
   *
   * @return the master's last sign of life, as its document is written
   * @throws IOException if no master takes it
   */
  byte[] report(String server, byte[] report) throws IOException;
}
