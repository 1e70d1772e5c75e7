package io.argus.regionserver.tenants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What was found out for a user and something else, until it is forgotten: a bounded number of
 * answers. One that is remembered costs two lookups and no allocation.
 *
 * <p>Safe for use by any thread.
 */
final class UserAnswers<K, V> {
  private static final int MAX_ANSWERS = 10_000;

  private final int maxAnswers;
  private final ConcurrentMap<String, ConcurrentMap<K, V>> answers = new ConcurrentHashMap<>();
  private final AtomicInteger remembered = new AtomicInteger();

  UserAnswers() {
    this(MAX_ANSWERS);
  }

  UserAnswers(int maxAnswers) {
    this.maxAnswers = maxAnswers;
  }

  @Nullable V get(String user, K about) {
    ConcurrentMap<K, V> ofUser = answers.get(user);
    return ofUser == null ? null : ofUser.get(about);
  }

  /** Remembers the first answer, while there is room. */
  void put(String user, K about, V answer) {
    if (remembered.get() < maxAnswers
        && answers
                .computeIfAbsent(user, any -> new ConcurrentHashMap<>())
                .putIfAbsent(about, answer)
            == null) {
      remembered.incrementAndGet();
    }
  }

  boolean isHalfFull() {
    return remembered.get() > maxAnswers / 2;
  }

  void forEach(Consumer<V> action) {
    answers.values().forEach(ofUser -> ofUser.values().forEach(action));
  }

  void removeIf(Predicate<V> isForgotten) {
    answers
        .values()
        .removeIf(
            ofUser -> {
              ofUser.values().removeIf(isForgotten);
              return ofUser.isEmpty();
            });
    remembered.set(answers.values().stream().mapToInt(Map::size).sum());
  }

  void forget() {
    if (remembered.get() > 0) {
      answers.clear();
      remembered.set(0);
    }
  }
}
