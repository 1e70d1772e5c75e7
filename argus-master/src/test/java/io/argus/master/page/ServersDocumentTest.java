package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.page.ArgusPage;
import io.argus.master.ManyServers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ServersDocumentTest {
  private static final int MAX_BYTES = 64 << 10;

  private static JsonObject servers(ArgusPage page, @Nullable String query) {
    byte[] body = page.get("/argus/servers.json", query).orElseThrow().body();
    assertThat(body).hasSizeLessThan(MAX_BYTES);
    return JsonParser.parseString(new String(body, StandardCharsets.UTF_8)).getAsJsonObject();
  }

  private static double figure(JsonObject row, String member, int tenant) {
    return row.getAsJsonArray(member).get(tenant).getAsDouble();
  }

  @Test
  void aRowHasAFigureForEachTenant() {
    JsonObject document = servers(new ManyServers(3, 3, 3).page(), null);
    assertThat(document.get("version").getAsInt()).isEqualTo(2);
    assertThat(document.get("serverCount").getAsInt()).isEqualTo(3);
    assertThat(document.getAsJsonArray("tenants")).hasSize(3);
    JsonArray rows = document.getAsJsonArray("servers");
    assertThat(rows).hasSize(3);
    for (int s = 0; s < 3; s++) {
      JsonObject row = rows.get(s).getAsJsonObject();
      assertThat(row.get("server").getAsString()).isEqualTo(ManyServers.server(s));
      assertThat(row.get("page").getAsString())
          .isEqualTo("http://rs000" + s + ".example.com:16030");
      assertThat(row.get("bottleneck").getAsString()).isEqualTo("HDFS");
      assertThat(row.get("ownShares").getAsBoolean()).isEqualTo(s == 0);
      assertThat(figure(row, "demandShare", s)).isCloseTo(0.8, within(0.01));
      assertThat(figure(row, "hdfsShare", 0)).isCloseTo(s == 0 ? 0.5 : 1.0 / 3, within(1e-3));
      assertThat(figure(row, "throughputLoss", s))
          .isGreaterThan(figure(row, "throughputLoss", (s + 1) % 3));
    }
  }

  @Test
  void ofManyServersTheBusiestAreTold() {
    JsonObject document = servers(new ManyServers(1_000, 500, 20).page(), null);
    assertThat(document.get("serverCount").getAsInt()).isEqualTo(1_000);
    assertThat(document.getAsJsonArray("servers")).hasSize(ServersDocument.MAX_ROWS);
    assertThat(document.getAsJsonArray("tenants")).hasSize(ServersDocument.MAX_COLUMNS);
    assertThat(document.get("tenantCount").getAsInt()).isBetween(40, 500);
    JsonObject row = document.getAsJsonArray("servers").get(39).getAsJsonObject();
    assertThat(row.getAsJsonArray("demandShare")).hasSize(ServersDocument.MAX_COLUMNS);
    assertThat(row.get("waiting").getAsDouble()).isEqualTo(41);
  }

  @Test
  void theQueryNamesServersAndTenants() {
    ArgusPage page = new ManyServers(100, 50, 10).page();
    JsonObject one = servers(page, "server=RS0042&tenant=tenant04");
    assertThat(one.get("serverCount").getAsInt()).isEqualTo(1);
    assertThat(one.getAsJsonArray("tenants").toString())
        .isEqualTo("[\"tenant040\",\"tenant041\",\"tenant042\"]");
    JsonObject row = one.getAsJsonArray("servers").get(0).getAsJsonObject();
    assertThat(figure(row, "demandShare", 2)).isCloseTo(0.8, within(0.01));
    assertThat(servers(page, "server=nowhere").getAsJsonArray("servers")).isEmpty();
  }

  @Test
  void whereATenantIsNotThereIsNoFigure() {
    JsonObject document = servers(new ManyServers(40, 3, 2).page(), "server=rs0000");
    assertThat(document.getAsJsonArray("tenants")).hasSize(1);
    JsonObject two = servers(new ManyServers(40, 3, 2).page(), "server=rs000");
    JsonObject row = two.getAsJsonArray("servers").get(0).getAsJsonObject();
    assertThat(two.getAsJsonArray("tenants")).hasSize(3);
    assertThat(row.getAsJsonArray("cacheShare").toString()).contains("null");
  }
}
