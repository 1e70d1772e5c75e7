package io.argus.core.slo;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The SLOs of a cluster, in the order of their text, separated by commas.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Slos {
  public static final Slos NONE = new Slos(Collections.emptyList());

  private final List<Slo> all;

  private Slos(List<Slo> all) {
    List<Slo> sorted = new ArrayList<>(all);
    sorted.sort(Comparator.comparing(Slo::toString));
    this.all = Collections.unmodifiableList(sorted);
  }

  /**
   * Reads SLOs separated by commas; nothing is none.
   *
   * @throws IllegalArgumentException saying what would be right
   */
  public static Slos parse(String text) {
    Slos slos = NONE;
    for (String part : text.split(",", -1)) {
      if (!part.trim().isEmpty()) {
        Slo slo = Slo.parse(part.trim());
        if (slos.all.stream().anyMatch(slo::isAboutTheSame)) {
          throw new IllegalArgumentException(
              "'" + slo + "' is the second SLO of this kind of the tenant: must be one");
        }
        slos = slos.with(slo);
      }
    }
    return slos;
  }

  /** In the order of their text. */
  public List<Slo> all() {
    return all;
  }

  public List<Slo> of(TenantId tenant) {
    return where(slo -> slo.tenant().equals(tenant)).all;
  }

  /** Returns these and one more, which replaces the one about the same. */
  public Slos with(Slo slo) {
    List<Slo> more = new ArrayList<>(where(each -> !each.isAboutTheSame(slo)).all);
    more.add(slo);
    return new Slos(more);
  }

  /** Returns those of these that meet a condition. */
  public Slos where(Predicate<Slo> condition) {
    return new Slos(all.stream().filter(condition).collect(Collectors.toList()));
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return all.stream().map(Slo::toString).collect(Collectors.joining(","));
  }
}
