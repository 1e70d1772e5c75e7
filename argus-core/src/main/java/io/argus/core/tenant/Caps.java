package io.argus.core.tenant;

import com.google.gson.Gson;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import io.argus.core.text.Text;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The caps of tenants: what none of them exceeds in the whole cluster, even if it is idle.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Caps {
  public static final Caps NONE = new Caps(Collections.emptySortedMap());

  /** What the text of caps must be. */
  public static final String LEGAL =
      "comma-separated tenant:ops=number, tenant:bytes=number or tenant:burst=seconds";

  private static final double MAX_OPERATIONS = 1e9;
  private static final double MAX_BYTES = 1e15;
  private static final double MAX_BURST_SECONDS = 86_400;

  private final SortedMap<TenantId, Cap> byTenant;

  /** The cap of one tenant. Immutable. */
  public static final class Cap {
    /** No limit at all. */
    public static final Cap NONE = new Cap(0, 0, 0);

    private final double operationsPerSecond;
    private final double bytesPerSecond;
    private final double burstSeconds;

    private Cap(double operationsPerSecond, double bytesPerSecond, double burstSeconds) {
      this.operationsPerSecond = operationsPerSecond;
      this.bytesPerSecond = bytesPerSecond;
      this.burstSeconds = burstSeconds;
    }

    /** Each action of a multi is one operation; 0 for no limit. */
    public double operationsPerSecond() {
      return operationsPerSecond;
    }

    /** Bytes of requests and of their replies; 0 for no limit. */
    public double bytesPerSecond() {
      return bytesPerSecond;
    }

    /** For how many seconds a tenant that does nothing saves up what it may do; 0 for one. */
    public double burstSeconds() {
      return burstSeconds;
    }

    /** For operators: {@code 200 ops/s, 1,000,000 bytes/s}; empty if there is no limit. */
    @Override
    public String toString() {
      List<String> limits = new ArrayList<>();
      if (operationsPerSecond > 0) {
        limits.add(Text.format("%s ops/s", grouped(operationsPerSecond)));
      }
      if (bytesPerSecond > 0) {
        limits.add(Text.format("%s bytes/s", grouped(bytesPerSecond)));
      }
      return String.join(", ", limits);
    }

    private static String grouped(double value) {
      return Text.format(value == Math.rint(value) ? "%,.0f" : "%,.2f", value);
    }

    /** The options of {@code argus tenant cap} that set it. */
    public String options() {
      List<String> options = new ArrayList<>();
      if (operationsPerSecond > 0) {
        options.add("--max-ops " + number(operationsPerSecond));
      }
      if (bytesPerSecond > 0) {
        options.add("--max-bytes " + number(bytesPerSecond));
      }
      if (burstSeconds > 0) {
        options.add("--burst " + number(burstSeconds) + "s");
      }
      return String.join(" ", options);
    }

    private Cap with(String limit, double value) {
      switch (limit) {
        case "ops":
          return new Cap(within(limit, value, 0.01, MAX_OPERATIONS), bytesPerSecond, burstSeconds);
        case "bytes":
          return new Cap(operationsPerSecond, within(limit, value, 1, MAX_BYTES), burstSeconds);
        case "burst":
          return new Cap(
              operationsPerSecond, bytesPerSecond, within(limit, value, 1, MAX_BURST_SECONDS));
        default:
          throw new IllegalArgumentException(
              "'" + Shortened.of(limit) + "' is no limit: must be ops, bytes or burst");
      }
    }

    private static double within(String limit, double value, double min, double max) {
      if (!(value >= min && value <= max)) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "%s %s is not from %s to %s",
                limit,
                number(value),
                number(min),
                number(max)));
      }
      return value;
    }

    private double value(String limit) {
      switch (limit) {
        case "ops":
          return operationsPerSecond;
        case "bytes":
          return bytesPerSecond;
        default:
          return burstSeconds;
      }
    }
  }

  /**
   * How the caps are divided among region servers: each may do its part of what the tenant may. The
   * parts of a tenant sum to 1 at most. Immutable.
   */
  public static final class Parts {
    public static final Parts NONE = new Parts(0, Collections.emptySortedMap());

    private static final Gson GSON = new Gson();

    /** Rounding, when parts are added up. */
    private static final double TOLERANCE = 1e-9;

    private final long version;
    private final @Nullable Map<String, Map<String, Double>> tenants;

    private Parts(long version, Map<String, Map<String, Double>> tenants) {
      this.version = version;
      this.tenants = tenants;
    }

    /**
     * @param version grows with each division; 0 if there is none
     * @param byTenant part by name of the server, by name of the tenant
     * @throws IllegalArgumentException if a part is not from 0 to 1, or those of a tenant sum to
     *     more
     */
    public static Parts of(long version, Map<String, Map<String, Double>> byTenant) {
      SortedMap<String, Map<String, Double>> copy = new TreeMap<>();
      byTenant.forEach(
          (tenant, parts) -> copy.put(tenant, Collections.unmodifiableMap(new TreeMap<>(parts))));
      return new Parts(version, Collections.unmodifiableSortedMap(copy)).checked();
    }

    private Parts checked() {
      if (version < 0 || tenants == null) {
        throw new IllegalArgumentException("parts of caps lack 'version' or 'tenants'");
      }
      tenants.forEach(
          (tenant, parts) -> {
            double sum = 0;
            for (Double part : parts == null ? Collections.<Double>emptyList() : parts.values()) {
              if (part == null || !(part >= 0)) {
                throw new IllegalArgumentException("part " + part + " of a cap is below 0");
              }
              sum += part;
            }
            if (!TenantId.isLegal(tenant) || parts == null || !(sum <= 1 + TOLERANCE)) {
              throw new IllegalArgumentException(
                  "the parts of the cap of '"
                      + Shortened.of(tenant)
                      + "' sum to "
                      + sum
                      + ": must be of a tenant, and sum to 1 at most");
            }
          });
      return this;
    }

    public long version() {
      return version;
    }

    /** Part by name of the server, by name of the tenant. */
    public Map<String, Map<String, Double>> byTenant() {
      return tenants == null ? Collections.emptyMap() : tenants;
    }

    /**
     * A server's part of a tenant's cap: 0 if others have it all; empty while the cap is not
     * divided yet.
     */
    public Optional<Double> part(TenantId tenant, String server) {
      Map<String, Double> parts = byTenant().get(tenant.name());
      return parts == null ? Optional.empty() : Optional.of(parts.getOrDefault(server, 0.0));
    }

    public byte[] toJson() {
      return GSON.toJson(this).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * @throws IllegalArgumentException saying what is wrong with it
     */
    public static Parts read(byte[] json) {
      return JsonText.read(GSON, json, Parts.class, "parts of caps").checked();
    }
  }

  private Caps(SortedMap<TenantId, Cap> byTenant) {
    this.byTenant = Collections.unmodifiableSortedMap(byTenant);
  }

  /**
   * Reads caps as {@link #toString} writes them; nothing is none.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static Caps parse(String text) {
    SortedMap<TenantId, Cap> caps = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      if (!part.trim().isEmpty()) {
        int colon = part.lastIndexOf(':');
        int equals = part.indexOf('=', colon + 1);
        if (colon < 0 || equals < 0) {
          throw new IllegalArgumentException(
              "'" + Shortened.of(part.trim()) + "' is no tenant:limit=number");
        }
        TenantId tenant = TenantId.of(part.substring(0, colon).trim());
        String limit = part.substring(colon + 1, equals).trim();
        Cap cap = caps.getOrDefault(tenant, Cap.NONE);
        Cap more = cap.with(limit, Double.parseDouble(part.substring(equals + 1).trim()));
        if (cap.value(limit) != 0) {
          throw new IllegalArgumentException(
              "'" + limit + "' of tenant " + tenant + " is named twice");
        }
        caps.put(tenant, more);
      }
    }
    caps.forEach(
        (tenant, cap) -> {
          if (cap.operationsPerSecond == 0 && cap.bytesPerSecond == 0) {
            throw new IllegalArgumentException("tenant " + tenant + " has a burst without a cap");
          }
        });
    return caps.isEmpty() ? NONE : new Caps(caps);
  }

  /** {@link Cap#NONE} if a tenant has none. */
  public Cap of(TenantId tenant) {
    return byTenant.getOrDefault(tenant, Cap.NONE);
  }

  public SortedMap<TenantId, Cap> byTenant() {
    return byTenant;
  }

  /** Returns these with the caps that others have, too: those win. */
  public Caps with(Caps others) {
    SortedMap<TenantId, Cap> merged = new TreeMap<>(byTenant);
    merged.putAll(others.byTenant);
    return new Caps(merged);
  }

  public Caps without(TenantId tenant) {
    SortedMap<TenantId, Cap> fewer = new TreeMap<>(byTenant);
    fewer.remove(tenant);
    return new Caps(fewer);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return byTenant.entrySet().stream()
        .map(each -> text(each.getKey(), each.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String text(TenantId tenant, Cap cap) {
    StringBuilder text = new StringBuilder();
    for (String limit : new String[] {"ops", "bytes", "burst"}) {
      if (cap.value(limit) != 0) {
        text.append(text.length() == 0 ? "" : ",")
            .append(tenant)
            .append(':')
            .append(limit)
            .append('=')
            .append(number(cap.value(limit)));
      }
    }
    return text.toString();
  }

  private static String number(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }
}
