package io.argus.master.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.master.status.History.Span;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private final History history = new History();

  /** A status in which each tenant does as many operations as its name says. */
  private static ClusterStatus status(long millis, double dScore, long waitNanos, String... names) {
    return status(millis, dScore, waitNanos, 0, names);
  }

  private static ClusterStatus status(
      long millis, double dScore, long waitNanos, long responseNanos, String... names) {
    StringBuilder tenants = new StringBuilder();
    for (String name : names) {
      tenants
          .append(tenants.length() == 0 ? "" : ",")
          .append(
              String.format(
                  Locale.ROOT,
                  "{'tenant':'%s','operationsPerSecond':%s,'queueWaitP99Nanos':%d,"
                      + "'responseP99Nanos':%d}",
                  name,
                  name,
                  waitNanos,
                  responseNanos));
    }
    String json =
        String.format(
            Locale.ROOT,
            "{'writtenMillis':%d,'mode':'ENFORCE','planReason':'','dScore':%f,'servers':[],"
                + "'problems':[],'tenants':[%s]}",
            millis,
            dScore,
            tenants);
    return ClusterStatus.read(
        json.replace('\'', '"').getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private static String[] numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toArray(String[]::new);
  }

  private JsonObject read(Span span, String... tenants) {
    return JsonParser.parseString(history.toJson(span, List.of(tenants))).getAsJsonObject();
  }

  private static JsonArray series(JsonObject document, int tenant, String member) {
    return document.getAsJsonArray("tenants").get(tenant).getAsJsonObject().getAsJsonArray(member);
  }

  @Test
  void everySeriesIsAsLongAsItsTimes() {
    history.add(status(1_000, 0.5, 7, "100"));
    history.add(status(3_000, 0.75, 8, "100", "200"));
    history.add(status(5_000, 1, 9, "200"));
    JsonObject read = read(Span.MINUTES, "100", "200", "300");
    assertThat(read.get("version").getAsInt()).isEqualTo(2);
    assertThat(read.get("span").getAsString()).isEqualTo("minutes");
    assertThat(read.getAsJsonArray("millis")).hasToString("[1000,3000,5000]");
    assertThat(read.getAsJsonObject("scores").getAsJsonArray("dScore")).hasToString("[0.5,0.75,1]");
    assertThat(series(read, 0, "operationsPerSecond")).hasToString("[100,100,null]");
    assertThat(series(read, 1, "operationsPerSecond")).hasToString("[null,200,200]");
    assertThat(series(read, 2, "operationsPerSecond")).isNull();
  }

  @Test
  void keepsTheLastMinutesFinelyAndTheLastHoursByTheMinute() {
    for (int i = 0; i < 7 * 1_800; i++) {
      history.add(status(2_000L * i, 0.5, i % 30, "100"));
    }
    JsonObject fine = read(Span.MINUTES, "100");
    assertThat(fine.getAsJsonArray("millis")).hasSize(300);
    assertThat(fine.getAsJsonArray("millis").get(299).getAsLong()).isEqualTo(2_000L * 12_599);
    JsonObject coarse = read(Span.HOURS, "100");
    assertThat(coarse.getAsJsonArray("millis")).hasSize(360);
    assertThat(coarse.getAsJsonArray("millis").get(359).getAsLong()).isEqualTo(418 * 60_000L);
    assertThat(series(coarse, 0, "operationsPerSecond").get(7).getAsDouble()).isEqualTo(100);
    // A wait is the greatest of the minute, not the mean.
    assertThat(series(coarse, 0, "queueWaitP99Nanos").get(7).getAsDouble()).isEqualTo(29);
  }

  @Test
  void aMinuteIsTheMeanOfItsPoints() {
    history.add(status(60_000, 0.2, 0, "1"));
    history.add(status(90_000, 0.6, 0, "1"));
    history.add(status(120_000, 1, 0, "1"));
    JsonArray scores = read(Span.HOURS).getAsJsonObject("scores").getAsJsonArray("dScore");
    assertThat(scores).hasSize(1);
    assertThat(scores.get(0).getAsDouble()).isEqualTo(0.4, within(1e-6));
  }

  @Test
  void minutesSayOnHowManyServersATenantDidHowMuch() {
    history.add(status(60_000, 0.2, 0, "100"));
    history.add(status(120_000, 0.6, 0, "200"));
    history.add(status(180_000, 1, 0, "100"));
    double[][] minutes = history.minutes("100");
    assertThat(minutes[0]).as("no server reports").containsExactly(0, 0);
    assertThat(minutes[1]).containsExactly(100, Double.NaN);
    assertThat(minutes[2]).containsExactly(0, Double.NaN);
    assertThat(history.minutes("300")[1]).containsExactly(Double.NaN, Double.NaN);
  }

  @Test
  void anHourAgoIsTheMeanOfTheMinutesAroundIt() {
    assertThat(history.hourAgo(List.of("1"))).endsWith("\"tenants\":[]}");
    for (int minute = 0; minute < 70; minute++) {
      history.add(status(60_000L * minute, 0.5, 0, minute < 10 ? 1_000_000L * minute : 5, "1"));
    }
    history.add(status(60_000L * 70, 0.5, 0, 0, "1", "2"));
    assertThat(history.hourAgo(List.of("1", "2")))
        .as("minutes 8 and 9, and three with 5 ns, at minute 10")
        .isEqualTo(
            "{\"version\":2,\"millis\":600000,"
                + "\"tenants\":[{\"tenant\":\"1\",\"responseP99Nanos\":3400003.0}]}");
  }

  @Test
  void withoutRequestsThereIsNoLatency() {
    history.add(status(1_000, 0.5, 0, 12, "1"));
    history.add(status(2_000, 0.5, 0, 0, "1"));
    assertThat(series(read(Span.MINUTES, "1"), 0, "responseP99Nanos")).hasToString("[12,null]");
  }

  @Test
  void forgetsTenantsThatAreGoneAndTakesNoMoreThanItHasRoomFor() {
    history.add(status(2_000, 0.5, 0, numbers(600)));
    assertThat(series(read(Span.MINUTES, "0"), 0, "operationsPerSecond")).hasSize(1);
    assertThat(series(read(Span.MINUTES, "599"), 0, "operationsPerSecond")).isNull();
    for (int i = 2; i < 700; i++) {
      history.add(status(2_000L * i, 0.5, 0, "599"));
    }
    assertThat(series(read(Span.MINUTES, "0"), 0, "operationsPerSecond")).isNull();
    assertThat(series(read(Span.MINUTES, "599"), 0, "operationsPerSecond").get(299).getAsInt())
        .isEqualTo(599);
  }

  @Test
  void aTenantThatComesAfterManyHaveGoneHasAHistory() {
    history.add(status(60_000, 0.5, 0, numbers(500)));
    for (int minute = 2; minute < 6; minute++) {
      history.add(status(60_000L * minute, 0.5, 0, "600", "1"));
    }
    for (Span span : Span.values()) {
      JsonObject read = read(span, "600", "1");
      assertThat(series(read, 0, "operationsPerSecond").toString()).endsWith(",600,600]");
      assertThat(series(read, 1, "operationsPerSecond").toString()).startsWith("[1,1,");
    }
  }
}
