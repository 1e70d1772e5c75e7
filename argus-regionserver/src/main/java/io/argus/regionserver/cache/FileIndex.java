package io.argus.regionserver.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The cached blocks of each file.
 *
 * <p>Safe for use by any thread. Its locks are held for a few instructions only, and no other lock
 * is taken under them.
 */
final class FileIndex<K, V> {
  /** The cached blocks of one file. It is closed for good when its last block leaves. */
  static final class Blocks<K, V> {
    private final String file;

    @GuardedBy("this")
    private @Nullable CacheEntry<K, V> first;

    @GuardedBy("this")
    private int count;

    @GuardedBy("this")
    private boolean closed;

    Blocks(String file) {
      this.file = file;
    }

    synchronized boolean add(CacheEntry<K, V> entry) {
      if (closed) {
        return false;
      }
      entry.fileBlocks = this;
      entry.nextInFile = first;
      if (first != null) {
        first.previousInFile = entry;
      }
      first = entry;
      count++;
      return true;
    }

    /** Returns whether that was the last one. */
    synchronized boolean remove(CacheEntry<K, V> entry) {
      CacheEntry<K, V> previous = entry.previousInFile;
      CacheEntry<K, V> next = entry.nextInFile;
      if (previous == null) {
        first = next;
      } else {
        previous.nextInFile = next;
      }
      if (next != null) {
        next.previousInFile = previous;
      }
      entry.previousInFile = null;
      entry.nextInFile = null;
      count--;
      closed = count == 0;
      return closed;
    }

    synchronized List<CacheEntry<K, V>> entries() {
      List<CacheEntry<K, V>> entries = new ArrayList<>(count);
      for (CacheEntry<K, V> entry = first; entry != null; entry = entry.nextInFile) {
        entries.add(entry);
      }
      return entries;
    }
  }

  private final ConcurrentHashMap<String, Blocks<K, V>> blocks = new ConcurrentHashMap<>();

  void add(String file, CacheEntry<K, V> entry) {
    while (true) {
      Blocks<K, V> current = blocks.get(file);
      if (current == null) {
        current = blocks.computeIfAbsent(file, Blocks::new);
      }
      if (current.add(entry)) {
        return;
      }
      blocks.remove(file, current);
    }
  }

  void remove(CacheEntry<K, V> entry) {
    Blocks<K, V> current = entry.fileBlocks;
    if (current != null && current.remove(entry)) {
      blocks.remove(current.file, current);
    }
  }

  List<CacheEntry<K, V>> entries(String file) {
    Blocks<K, V> current = blocks.get(file);
    return current == null ? Collections.emptyList() : current.entries();
  }

  int fileCount() {
    return blocks.size();
  }
}
