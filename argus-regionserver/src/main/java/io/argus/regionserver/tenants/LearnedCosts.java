package io.argus.regionserver.tenants;

import io.argus.core.tenant.RequestClasses.Rule;
import io.argus.core.tenant.RunawayRules.Measure;
import io.argus.core.usage.RequestKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the requests of one tenant used to need, for the rules that put expensive ones into a class:
 * a mean for each kind, user and table. Requests are expensive once their mean is above the limit
 * of a rule, and no longer once it is below half of that.
 *
 * <p>Of at most {@value #MAX_ALIKE} users and tables for each kind; others are never expensive. The
 * way of one request allocates nothing. Safe for use by any thread.
 */
final class LearnedCosts {
  private static final int MAX_ALIKE = 1_000;

  /** Before them, requests are not expensive. */
  private static final int MIN_REQUESTS = 8;

  /** The part of the latest request in the mean. */
  private static final double STEP = 1.0 / 16;

  private static final double NANOS_PER_MILLI = 1e6;

  private final List<Rule> rules;
  private final boolean countBlocks;
  private final Map<RequestKind, UserAnswers<Object, Mean>> means =
      new EnumMap<>(RequestKind.class);

  /**
   * @param rules those of the tenant that depend on costs
   */
  LearnedCosts(List<Rule> rules) {
    this.rules = rules;
    countBlocks = rules.stream().anyMatch(rule -> rule.cost() == Measure.BYTES);
    for (RequestKind kind : RequestKind.values()) {
      means.put(kind, new UserAnswers<>(MAX_ALIKE));
    }
  }

  /** Requests of one kind by one user on one table. */
  private final class Mean implements TableTenants.Alike {
    /** Whoever sets it has the fields below; a request that comes just then is left out. */
    private final AtomicBoolean isBusy = new AtomicBoolean();

    private double handlerNanos;
    private double cpuNanos;
    private double blockBytes;
    private int requests;

    /** By the index of a rule; replaced as a whole. */
    private volatile boolean[] exceeds = new boolean[rules.size()];

    volatile boolean isIdle;

    @Override
    public boolean countBlocks() {
      return countBlocks;
    }

    @Override
    public void needed(long inHandlerNanos, long ofCpuNanos, long ofBlockBytes) {
      if (isBusy.compareAndSet(false, true)) {
        try {
          requests = Math.min(requests + 1, (int) (1 / STEP));
          double step = 1.0 / requests;
          handlerNanos += step * (inHandlerNanos - handlerNanos);
          cpuNanos += step * (ofCpuNanos - cpuNanos);
          blockBytes += step * (ofBlockBytes - blockBytes);
          compare();
        } finally {
          isBusy.set(false);
        }
      }
    }

    private void compare() {
      for (int i = 0; i < rules.size() && requests >= MIN_REQUESTS; i++) {
        Rule rule = rules.get(i);
        double limit = (double) rule.costLimit();
        boolean before = exceeds[i];
        boolean now = mean(rule.cost()) > (before ? limit / 2 : limit);
        if (now != before) {
          boolean[] changed = Arrays.copyOf(exceeds, exceeds.length);
          changed[i] = now;
          exceeds = changed;
        }
      }
    }

    private double mean(@Nullable Measure cost) {
      return cost == Measure.BYTES
          ? blockBytes
          : (cost == Measure.CPU_MILLIS ? cpuNanos : handlerNanos) / NANOS_PER_MILLI;
    }

    @Override
    public boolean exceeds(Rule rule) {
      int index = rules.indexOf(rule);
      return index >= 0 && exceeds[index];
    }
  }

  /** Returns requests alike; null if there are too many to learn of these. */
  TableTenants.@Nullable Alike of(RequestKind kind, String user, Object table) {
    UserAnswers<Object, Mean> ofKind = Objects.requireNonNull(means.get(kind));
    Mean mean = ofKind.get(user, table);
    if (mean == null) {
      ofKind.put(user, table, new Mean());
      mean = ofKind.get(user, table);
    }
    if (mean != null && mean.isIdle) {
      mean.isIdle = false;
    }
    return mean;
  }

  /** Makes room: forgets what no request has asked for since the last time, if there is much. */
  void sweep() {
    means
        .values()
        .forEach(
            ofKind -> {
              if (ofKind.isHalfFull()) {
                ofKind.removeIf(mean -> mean.isIdle);
              }
              ofKind.forEach(mean -> mean.isIdle = true);
            });
  }
}
