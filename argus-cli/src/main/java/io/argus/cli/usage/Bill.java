package io.argus.cli.usage;

import io.argus.core.usage.UsageAmounts;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What tenants owe for what they used: quantity x price for each item. Each line is rounded, and
 * every sum is one of rounded lines, so that the parts sum to the whole.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Bill {
  /** One item of one tenant. */
  static final class Line {
    private final BillItem item;
    private final BigDecimal quantity;
    private final BigDecimal price;
    private final BigDecimal cost;

    Line(BillItem item, BigDecimal quantity, BigDecimal price, BigDecimal cost) {
      this.item = item;
      this.quantity = quantity;
      this.price = price;
      this.cost = cost;
    }

    BillItem item() {
      return item;
    }

    BigDecimal quantity() {
      return quantity;
    }

    BigDecimal price() {
      return price;
    }

    BigDecimal cost() {
      return cost;
    }
  }

  private final SortedMap<String, List<Line>> tenants;

  private Bill(SortedMap<String, List<Line>> tenants) {
    this.tenants = tenants;
  }

  /**
   * @param peak what each tenant used in peak hours
   * @param offPeak what it used in all other hours
   */
  static Bill of(
      Map<String, UsageAmounts> peak, Map<String, UsageAmounts> offPeak, PriceList prices) {
    SortedMap<String, List<Line>> tenants = new TreeMap<>();
    for (Map<String, UsageAmounts> used : Arrays.asList(peak, offPeak)) {
      used.keySet().forEach(tenant -> tenants.put(tenant, new ArrayList<>()));
    }
    tenants.forEach(
        (tenant, lines) -> {
          for (BillItem item : BillItem.values()) {
            BigDecimal full = item.quantity(peak.getOrDefault(tenant, UsageAmounts.NONE));
            BigDecimal other = item.quantity(offPeak.getOrDefault(tenant, UsageAmounts.NONE));
            BigDecimal counted =
                full.add(item.isDuration() ? other : other.multiply(prices.offPeakFactor()));
            BigDecimal price = prices.of(item);
            if (price.signum() > 0 && full.add(other).signum() > 0) {
              BigDecimal cost =
                  counted.multiply(price).setScale(prices.digits(), RoundingMode.HALF_UP);
              lines.add(new Line(item, full.add(other), price, cost));
            }
          }
        });
    return new Bill(tenants);
  }

  /** The lines of each tenant. */
  SortedMap<String, List<Line>> tenants() {
    return Collections.unmodifiableSortedMap(tenants);
  }

  /** What a tenant owes. */
  BigDecimal costOf(String tenant) {
    return tenants.getOrDefault(tenant, Collections.emptyList()).stream()
        .map(Line::cost)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** What all tenants owe. */
  BigDecimal cost() {
    return tenants.keySet().stream().map(this::costOf).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
