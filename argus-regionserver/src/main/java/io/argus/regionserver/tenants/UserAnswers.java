package io.argus.regionserver.tenants;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What was found out for a user and something else, until {@link #forget}: at most {@value
 * #MAX_ANSWERS} answers. One that is remembered costs two lookups and no allocation.
 *
 * <p>Safe for use by any thread.
 */
final class UserAnswers<K, V> {
  private static final int MAX_ANSWERS = 10_000;

  private final ConcurrentMap<String, ConcurrentMap<K, V>> answers = new ConcurrentHashMap<>();
  private final AtomicInteger remembered = new AtomicInteger();

  @Nullable V get(String user, K about) {
    ConcurrentMap<K, V> ofUser = answers.get(user);
    return ofUser == null ? null : ofUser.get(about);
  }

  void put(String user, K about, V answer) {
    if (remembered.get() < MAX_ANSWERS) {
      remembered.incrementAndGet();
      answers.computeIfAbsent(user, any -> new ConcurrentHashMap<>()).put(about, answer);
    }
  }

  void forget() {
    if (remembered.get() > 0) {
      answers.clear();
      remembered.set(0);
    }
  }
}
