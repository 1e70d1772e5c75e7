package io.argus.regionserver.cache;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A bounded map from file names to a value, which forgets the names not used recently.
 *
 * <p>It has two generations. A name that is put or found goes to the young one. When the young one
 * holds half of the bound, it becomes the old one, and the old one is dropped. So at least the last
 * bound / 2 distinct names are known, without a lock or a list per access.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the value of a file
 */
public final class RecentFiles<T> {
  /** Far more files than a region server has open. */
  private static final int MAX_FILES = 200_000;

  private static final class Generations<T> {
    final ConcurrentHashMap<String, T> young = new ConcurrentHashMap<>();
    final ConcurrentHashMap<String, T> old;

    Generations(ConcurrentHashMap<String, T> old) {
      this.old = old;
    }
  }

  private final int mostYoung;
  private volatile Generations<T> generations = new Generations<>(new ConcurrentHashMap<>());

  public RecentFiles() {
    this(MAX_FILES);
  }

  RecentFiles(int most) {
    mostYoung = Math.max(1, most / 2);
  }

  public void put(String file, T known) {
    Generations<T> current = generations;
    if (Objects.equals(known, current.young.get(file))) {
      return;
    }
    current.young.put(file, known);
    if (current.young.mappingCount() >= mostYoung) {
      age(current);
    }
  }

  @Nullable T get(String file) {
    Generations<T> current = generations;
    T known = current.young.get(file);
    if (known != null) {
      return known;
    }
    known = current.old.get(file);
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
