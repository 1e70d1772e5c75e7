package io.argus.regionserver.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageReply;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.UsageReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerPageTest {
  @Test
  void servesThePageItsScriptAndTheLastReport() {
    UsageReport report =
        new UsageReport(
            "rs,1,2", 9, 2, 7, 1, 2, List.of(ComponentStatus.active(Component.CACHE)), List.of());
    ArgusPage page = ServerPage.of(() -> WireFormat.write(report));
    assertThat(page.get("/argus/", null)).map(PageReply::status).contains(200);
    assertThat(page.get("/argus/server.js", null)).map(PageReply::status).contains(200);
    PageReply status = page.get("/argus/status.json", null).orElseThrow();
    assertThat(new String(status.body(), StandardCharsets.UTF_8)).startsWith("{\"version\":2,");
    assertThat(WireFormat.readUsageReport(status.body()))
        .usingRecursiveComparison()
        .isEqualTo(report);
    assertThat(page.get("/argus/history.json", null)).isEmpty();
  }
}
