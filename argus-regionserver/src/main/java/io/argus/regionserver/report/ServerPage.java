package io.argus.regionserver.report;

import io.argus.core.page.ArgusPage;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * The Argus page of a region server: its last usage report. Read-only.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class ServerPage {
  private ServerPage() {}

  /**
   * Returns the page of a region server.
   *
   * @param lastReport the last usage report as {@link io.argus.core.documents.WireFormat} writes
   *     it; an empty JSON object before the first one
   */
  public static ArgusPage of(Supplier<byte[]> lastReport) {
    return ArgusPage.builder(ServerPage.class, "server.html")
        .script("server.js")
        .document("status.json", query -> new String(lastReport.get(), StandardCharsets.UTF_8))
        .build();
  }
}
