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
 * The caps of tenants and of classes of their requests: what none of them exceeds in the whole
 * cluster, even if it is idle. A cap is of a tenant, such as {@code shop}, or of a class, such as
 * {@code shop/batch}, whose requests count for both.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Caps {
  public static final Caps NONE = new Caps(Collections.emptySortedMap());

  /** What the text of caps must be. */
  public static final String LEGAL =
      "comma-separated tenant:ops=number, tenant:bytes=number or tenant:burst=seconds; tenant/class"
          + " for a class";

  private static final double MAX_OPERATIONS = 1e9;
  private static final double MAX_BYTES = 1e15;
  private static final double MAX_BURST_SECONDS = 86_400;

  private final SortedMap<String, Cap> byHolder;

  /** One cap. Immutable. */
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

    /** For how many seconds one that does nothing saves up what it may do; 0 for one. */
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
   * How the caps are divided among region servers: each may do its part of what the cap allows. The
   * parts of a cap sum to 1 at most. Immutable.
   */
  public static final class Parts {
    public static final Parts NONE = new Parts(0, Collections.emptySortedMap());

    private static final Gson GSON = new Gson();

    /** Rounding, when parts are added up. */
    private static final double TOLERANCE = 1e-9;

    private final long version;

    /** By whose cap it is, whatever it is called. */
    private final @Nullable Map<String, Map<String, Double>> tenants;

    private Parts(long version, Map<String, Map<String, Double>> byHolder) {
      this.version = version;
      this.tenants = byHolder;
    }

    /**
     * @param version grows with each division; 0 if there is none
     * @param byHolder part by name of the server, by whose cap it is
     * @throws IllegalArgumentException if a part is not from 0 to 1, or those of a cap sum to more
     */
    public static Parts of(long version, Map<String, Map<String, Double>> byHolder) {
      SortedMap<String, Map<String, Double>> copy = new TreeMap<>();
      byHolder.forEach(
          (holder, parts) -> copy.put(holder, Collections.unmodifiableMap(new TreeMap<>(parts))));
      return new Parts(version, Collections.unmodifiableSortedMap(copy)).checked();
    }

    private Parts checked() {
      if (version < 0 || tenants == null) {
        throw new IllegalArgumentException("parts of caps lack 'version' or 'tenants'");
      }
      tenants.forEach(
          (holder, parts) -> {
            double sum = 0;
            for (Double part : parts == null ? Collections.<Double>emptyList() : parts.values()) {
              if (part == null || !(part >= 0)) {
                throw new IllegalArgumentException("part " + part + " of a cap is below 0");
              }
              sum += part;
            }
            if (!isLegalHolder(holder) || parts == null || !(sum <= 1 + TOLERANCE)) {
              throw new IllegalArgumentException(
                  "the parts of the cap of '"
                      + Shortened.of(holder)
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

    /** Part by name of the server, by whose cap it is. */
    public Map<String, Map<String, Double>> byHolder() {
      return tenants == null ? Collections.emptyMap() : tenants;
    }

    /**
     * A server's part of a cap: 0 if others have it all; empty while the cap is not divided yet.
     *
     * @param holder whose cap it is
     */
    public Optional<Double> part(String holder, String server) {
      Map<String, Double> parts = byHolder().get(holder);
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

  private Caps(SortedMap<String, Cap> byHolder) {
    this.byHolder = Collections.unmodifiableSortedMap(byHolder);
  }

  /** Returns the name by which a class of a tenant holds a cap. */
  public static String holder(TenantId tenant, String requestClass) {
    return tenant + "/" + requestClass;
  }

  /**
   * Returns the tenant of whose cap it is, or of its class.
   *
   * @throws IllegalArgumentException if it is neither a tenant nor a class
   */
  public static TenantId tenantOf(String holder) {
    int slash = holder.indexOf('/');
    if (slash >= 0 && !TenantId.isLegal(holder.substring(slash + 1))) {
      throw new IllegalArgumentException(
          "class name '"
              + Shortened.of(holder.substring(slash + 1))
              + "' is not legal: the rules for tenant names apply");
    }
    return TenantId.of(slash < 0 ? holder : holder.substring(0, slash));
  }

  private static boolean isLegalHolder(String holder) {
    int slash = holder.indexOf('/');
    return TenantId.isLegal(slash < 0 ? holder : holder.substring(0, slash))
        && (slash < 0 || TenantId.isLegal(holder.substring(slash + 1)));
  }

  /**
   * Reads caps as {@link #toString} writes them; nothing is none.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static Caps parse(String text) {
    SortedMap<String, Cap> caps = new TreeMap<>();
    for (String part : text.split(",", -1)) {
      if (!part.trim().isEmpty()) {
        int colon = part.lastIndexOf(':');
        int equals = part.indexOf('=', colon + 1);
        if (colon < 0 || equals < 0) {
          throw new IllegalArgumentException(
              "'" + Shortened.of(part.trim()) + "' is no tenant:limit=number");
        }
        String holder = part.substring(0, colon).trim();
        tenantOf(holder);
        String limit = part.substring(colon + 1, equals).trim();
        Cap cap = caps.getOrDefault(holder, Cap.NONE);
        Cap more = cap.with(limit, Double.parseDouble(part.substring(equals + 1).trim()));
        if (cap.value(limit) != 0) {
          throw new IllegalArgumentException(
              "'" + limit + "' of tenant " + holder + " is named twice");
        }
        caps.put(holder, more);
      }
    }
    caps.forEach(
        (holder, cap) -> {
          if (cap.operationsPerSecond == 0 && cap.bytesPerSecond == 0) {
            throw new IllegalArgumentException("tenant " + holder + " has a burst without a cap");
          }
        });
    return caps.isEmpty() ? NONE : new Caps(caps);
  }

  /** {@link Cap#NONE} if a tenant, or a class, has none. */
  public Cap of(String holder) {
    return byHolder.getOrDefault(holder, Cap.NONE);
  }

  public SortedMap<String, Cap> byHolder() {
    return byHolder;
  }

  /** Returns these with the caps that others have, too: those win. */
  public Caps with(Caps others) {
    SortedMap<String, Cap> merged = new TreeMap<>(byHolder);
    merged.putAll(others.byHolder);
    return new Caps(merged);
  }

  /** Returns these without that of a tenant, or of a class. */
  public Caps without(String holder) {
    SortedMap<String, Cap> fewer = new TreeMap<>(byHolder);
    fewer.remove(holder);
    return new Caps(fewer);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return byHolder.entrySet().stream()
        .map(each -> text(each.getKey(), each.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String text(String holder, Cap cap) {
    StringBuilder text = new StringBuilder();
    for (String limit : new String[] {"ops", "bytes", "burst"}) {
      if (cap.value(limit) != 0) {
        text.append(text.length() == 0 ? "" : ",")
            .append(holder)
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
