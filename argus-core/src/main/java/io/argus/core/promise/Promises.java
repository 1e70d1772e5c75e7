package io.argus.core.promise;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The promises of a cluster, in the order of their text, separated by commas.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Promises {
  public static final Promises NONE = new Promises(Collections.emptyList());

  private final List<Promise> all;

  private Promises(List<Promise> all) {
    List<Promise> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparing(Promise::toString));
    this.all = Collections.unmodifiableList(sorted);
  }

  /**
   * Reads promises separated by commas; nothing is none.
   *
   * @throws IllegalArgumentException saying what would be right
   */
  public static Promises parse(String text) {
    Promises promises = NONE;
    for (String part : text.split(",", -1)) {
      if (!part.trim().isEmpty()) {
        Promise promise = Promise.parse(part.trim());
        if (promises.all.stream().anyMatch(promise::isAboutTheSame)) {
          throw new IllegalArgumentException(
              "'" + promise + "' is the second promise of this kind to the tenant: must be one");
        }
        promises = promises.with(promise);
      }
    }
    return promises;
  }

  /** In the order of their text. */
  public List<Promise> all() {
    return all;
  }

  public List<Promise> of(TenantId tenant) {
    return where(promise -> promise.tenant().equals(tenant)).all;
  }

  /** Returns these and one more, which replaces the one about the same. */
  public Promises with(Promise promise) {
    List<Promise> more = new ArrayList<>(where(each -> !each.isAboutTheSame(promise)).all);
    more.add(promise);
    return new Promises(more);
  }

  /** Returns those of these that meet a condition. */
  public Promises where(Predicate<Promise> condition) {
    return new Promises(all.stream().filter(condition).collect(Collectors.toList()));
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return all.stream().map(Promise::toString).collect(Collectors.joining(","));
  }
}
