package io.argus.cli.plan;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One tenant under two plans; null for a plan without it. Members are as in JSON. Immutable. */
class TenantChange {
  private final String tenant;
  private final @Nullable Part before;
  private final @Nullable Part after;

  TenantChange(String tenant, @Nullable Part before, @Nullable Part after) {
    this.tenant = tenant;
    this.before = before;
    this.after = after;
  }

  final String tenant() {
    return tenant;
  }

  final @Nullable Part before() {
    return before;
  }

  final @Nullable Part after() {
    return after;
  }

  /** A cell of a table: before and after, or one of them if they are the same. */
  final String cell(Function<Part, String> text) {
    String from = before == null ? "-" : text.apply(before);
    String to = after == null ? "-" : text.apply(after);
    return from.equals(to) ? to : from + " -> " + to;
  }

  /** A tenant's part of a plan. Function and prediction are null if nothing was predicted. */
  static final class Part {
    private final @Nullable Double weight;
    private final double cacheShare;
    private final double hdfsShare;
    private final double cpuShare;
    private final @Nullable String function;
    private final @Nullable Double predicted;

    private Part(
        @Nullable Double weight,
        Reservation reservation,
        double cpuShare,
        @Nullable String function,
        @Nullable Double predicted) {
      this.weight = weight;
      this.cacheShare = reservation.cacheShare();
      this.hdfsShare = reservation.hdfsShare();
      this.cpuShare = cpuShare;
      this.function = function;
      this.predicted = predicted;
    }

    /** The shares alone, such as those on one server. */
    static @Nullable Part of(@Nullable Reservation shares, double cpuShare) {
      return shares == null ? null : new Part(null, shares, cpuShare, null, null);
    }

    /** All that a plan says of a tenant; null if it does not name it. */
    static @Nullable Part of(Plan plan, TenantId tenant) {
      Optional<Reservation> reservation = plan.reservation(tenant);
      if (!reservation.isPresent()) {
        return null;
      }
      Optional<Assumption> assumption =
          plan.explanation().assumptions().stream()
              .filter(a -> a.tenant().equals(tenant))
              .findAny();
      return new Part(
          reservation.get().weight(),
          reservation.get(),
          plan.cpuShare(tenant),
          assumption.map(Assumption::function).orElse(null),
          assumption.map(Assumption::predictedThroughput).orElse(null));
    }

    /** Null of single servers. */
    @Nullable Double weight() {
      return weight;
    }

    double cacheShare() {
      return cacheShare;
    }

    double hdfsShare() {
      return hdfsShare;
    }

    double cpuShare() {
      return cpuShare;
    }

    @Nullable String function() {
      return function;
    }

    @Nullable Double predicted() {
      return predicted;
    }
  }
}
