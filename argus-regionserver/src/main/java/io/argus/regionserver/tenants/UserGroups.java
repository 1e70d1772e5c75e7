package io.argus.regionserver.tenants;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The groups of users. Nobody who asks waits: the answer is the last known one, and another thread
 * finds out what is new, once for each user between two calls of {@link #refresh}.
 *
 * <p>Of at most {@value #MAX_USERS} users; the groups of others are not known. Safe for use by any
 * thread.
 */
final class UserGroups {
  private static final int MAX_USERS = 10_000;

  private final Executor lookups;
  private final Consumer<Throwable> fault;
  private final ConcurrentMap<String, Known> users = new ConcurrentHashMap<>();

  private static final class Known {
    /** Null until it is known. */
    volatile @Nullable List<String> groups;

    final AtomicBoolean isStale = new AtomicBoolean(true);
    volatile boolean isBeingFound;
    volatile boolean isUsed;
  }

  /**
   * @param lookups runs what finds groups out
   * @param fault receives why the groups of a user cannot be found out; then they stay as they were
   */
  UserGroups(Executor lookups, Consumer<Throwable> fault) {
    this.lookups = lookups;
    this.fault = fault;
  }

  /** Runs lookups one after the other in a thread that ends when there are none. */
  static Executor ownThread() {
    return new ThreadPoolExecutor(
        0,
        1,
        1,
        TimeUnit.MINUTES,
        new LinkedBlockingQueue<>(),
        work -> {
          Thread thread = new Thread(work, "argus-user-groups");
          thread.setDaemon(true);
          return thread;
        });
  }

  /** The groups of the user of one request, asked for only if a rule depends on them. */
  final class Asked<R> implements Supplier<List<String>> {
    private final String user;
    private final R request;
    private final TableTenants.Users<R> platform;
    private boolean areUnknown;

    Asked(String user, R request, TableTenants.Users<R> platform) {
      this.user = user;
      this.request = request;
      this.platform = platform;
    }

    /** Returns none while none are known. */
    @Override
    public List<String> get() {
      List<String> groups = of(user, request, platform);
      areUnknown |= groups == null;
      return groups == null ? Collections.emptyList() : groups;
    }

    /** Whether they were asked for and not known, so that an answer is not to be remembered. */
    boolean areUnknown() {
      return areUnknown;
    }
  }

  /** Returns the last known groups of a user who makes a request; null if none are known yet. */
  private <R> @Nullable List<String> of(String user, R request, TableTenants.Users<R> platform) {
    Known known = users.get(user);
    if (known == null) {
      if (users.size() >= MAX_USERS) {
        return null;
      }
      known = users.computeIfAbsent(user, any -> new Known());
    }
    known.isUsed = true;
    if (known.isStale.getAndSet(false)) {
      find(known, platform.groups(request));
    }
    return known.groups;
  }

  private void find(Known known, Supplier<List<String>> groups) {
    known.isBeingFound = true;
    lookups.execute(
        () -> {
          try {
            known.groups = groups.get();
          } catch (RuntimeException | LinkageError e) {
            List<String> before = known.groups;
            known.groups = before == null ? Collections.emptyList() : before;
            fault.accept(e);
          } finally {
            known.isBeingFound = false;
          }
        });
  }

  /**
   * The groups may have changed: each user who is asked for is looked up again. Once there are many
   * users, forgets those who have not been asked for since the last time.
   */
  void refresh() {
    boolean areMany = users.size() > MAX_USERS / 2;
    users
        .values()
        .removeIf(
            known -> {
              boolean isUsed = known.isUsed;
              known.isUsed = false;
              if (!known.isBeingFound) {
                known.isStale.set(true);
              }
              return areMany && !isUsed;
            });
  }
}
