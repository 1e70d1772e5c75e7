package io.argus.bench.day;

import io.argus.bench.result.KeptOfStock;
import java.util.List;
import java.util.Optional;

/**
 * A day on one system.
 *
 * @param pair which one, from 1
 * @param tenants in the order of {@link Day#tenants}
 * @param happened in the order of time
 */
record SystemDay(String system, int pair, List<TenantDay> tenants, List<Happened> happened) {
  /**
   * An event that was begun.
   *
   * @param second after the start of the load
   * @param endSecond when it was done
   * @param failure why it was not done; empty if it was
   */
  record Happened(DayEvent event, int second, int endSecond, String failure) {}

  boolean isStock() {
    return system.equals(KeptOfStock.STOCK);
  }

  TenantDay tenant(String name) {
    return tenants.stream().filter(each -> each.tenant().equals(name)).findFirst().orElseThrow();
  }

  Optional<Happened> happened(DayEvent event) {
    return happened.stream().filter(each -> each.event() == event).findFirst();
  }
}
