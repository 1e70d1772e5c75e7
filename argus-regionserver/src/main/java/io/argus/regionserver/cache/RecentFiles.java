package io.argus.regionserver.cache;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A bounded map from file names to what is known of the file, which forgets names not asked for
 * lately.
 *
 * <p>Two generations: a name put or found is kept in the young one; when that holds half of the
 * bound it becomes the old one, and the old one is forgotten. So the last half bound of distinct
 * names is always known, without a lock or a list per access.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> what is known of a file
 */
final class RecentFiles<T> {
  private static final class Generations<T> {
    final ConcurrentHashMap<String, T> young = new ConcurrentHashMap<>();
    final ConcurrentHashMap<String, T> old;

    Generations(ConcurrentHashMap<String, T> old) {
      this.old = old;
    }
  }

  private final int mostYoung;
  private volatile Generations<T> generations = new Generations<>(new ConcurrentHashMap<>());

  RecentFiles(int most) {
    mostYoung = Math.max(1, most / 2);
  }

  void put(String file, T known) {
    Generations<T> present = generations;
    if (Objects.equals(known, present.young.get(file))) {
      return;
    }
    present.young.put(file, known);
    if (present.young.mappingCount() >= mostYoung) {
      age(present);
    }
  }

  @Nullable T get(String file) {
    Generations<T> present = generations;
    T known = present.young.get(file);
    if (known != null) {
      return known;
    }
    known = present.old.get(file);
    if (known != null) {
      put(file, known);
    }
    return known;
  }

  private synchronized void age(Generations<T> full) {
    if (generations == full) {
      generations = new Generations<>(full.young);
    }
  }
}
