package io.argus.bench.soak;

import static io.argus.core.text.Text.format;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.bench.report.HtmlPage;
import io.argus.bench.soak.Trend.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The outcome of a soak: the trend of everything sampled, on every system.
 *
 * @param conditions such as versions and sizes, to print
 * @param warmUpSeconds samples before do not count
 */
public record SoakReport(
    String command, String conditions, long minutes, long warmUpSeconds, List<OfSystem> systems) {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();
  private static final String STOCK = "stock";
  private static final String LINE = "%-27s %-15s %-6s %10s %11s %9s %22s %9s  %s";

  public SoakReport {
    systems = List.copyOf(systems);
  }

  /**
   * A system's part.
   *
   * @param visits of tenants that came and went
   * @param commands of the operator
   * @param refused commands that did not end well
   * @param operations of all clients
   * @param failed operations that failed
   */
  public record OfSystem(
      String system,
      long visits,
      long commands,
      long refused,
      long operations,
      long failed,
      List<Measured> measured) {

    Optional<Measured> like(Measured other) {
      return measured.stream().filter(each -> each.key().equals(other.key())).findFirst();
    }
  }

  /**
   * The samples of something.
   *
   * @param of whose it is
   * @param seconds when they were taken
   */
  public record Measured(
      String quantity,
      String unit,
      String of,
      List<Double> seconds,
      List<Double> values,
      Trend trend) {

    String key() {
      return quantity + " " + of;
    }
  }

  public String toJson() {
    return GSON.toJson(this) + "\n";
  }

  public String toHtml() {
    return HtmlPage.of(SoakReport.class, "soak.html", "soak.js", toJson());
  }

  /**
   * Whether no operation failed, and nothing grows on any system but stock; what grows as fast on
   * stock HBase grows without that system.
   */
  public boolean holds() {
    return systems.stream()
        .filter(system -> !system.system().equals(STOCK))
        .allMatch(
            system ->
                system.failed() == 0 && system.measured().stream().noneMatch(this::growsBeyond));
  }

  private boolean growsBeyond(Measured measured) {
    Optional<Trend> stock = stock(measured);
    return stock.isEmpty()
        ? measured.trend().verdict() == Verdict.GROWS
        : measured.trend().growsBeyond(stock.get());
  }

  private Optional<Trend> stock(Measured measured) {
    return systems.stream()
        .filter(system -> system.system().equals(STOCK))
        .flatMap(system -> system.like(measured).stream())
        .map(Measured::trend)
        .findFirst();
  }

  /** The lines to print: what was done, then for everything sampled one line per system. */
  public List<String> toTable() {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "soak of %d min, the first %.1f min are warm-up; %s",
            minutes, warmUpSeconds / 60.0, conditions));
    for (OfSystem system : systems) {
      lines.add(
          format(
              "%s: %,d tenants came and went, %,d commands (%,d refused), %,d operations (%,d"
                  + " failed)",
              system.system(),
              system.visits(),
              system.commands(),
              system.refused(),
              system.operations(),
              system.failed()));
    }
    lines.add("");
    lines.add(
        format(
            LINE,
            "what",
            "of",
            "system",
            "mean",
            "per hour",
            "error",
            format("%.0f %% interval", 100 * Trend.CONFIDENCE),
            "ignored",
            "verdict"));
    for (String key : keys()) {
      for (OfSystem system : systems) {
        system.measured().stream()
            .filter(each -> each.key().equals(key))
            .forEach(each -> lines.add(line(system.system(), each)));
      }
    }
    return lines;
  }

  private Set<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    for (OfSystem system : systems) {
      system.measured().forEach(each -> keys.add(each.key()));
    }
    return keys;
  }

  private String line(String system, Measured measured) {
    Trend trend = measured.trend();
    String unit = measured.unit().isEmpty() ? "" : ", " + measured.unit();
    return format(
        LINE,
        measured.quantity() + unit,
        measured.of(),
        system,
        figure(trend.mean()),
        signed(trend.slopePerHour()),
        figure(trend.errorPerHour()),
        signed(trend.leastPerHour()) + ".." + signed(trend.mostPerHour()),
        figure(trend.ignoredPerHour()),
        trend.verdict().name().toLowerCase(Locale.ROOT)
            + (trend.verdict() == Verdict.GROWS && !system.equals(STOCK) && !growsBeyond(measured)
                ? ", as on stock"
                : ""));
  }

  private static String figure(double value) {
    return Math.abs(value) >= 100 ? format("%,.0f", value) : format("%.1f", value);
  }

  private static String signed(double value) {
    return (value > 0 ? "+" : "") + figure(value);
  }
}
