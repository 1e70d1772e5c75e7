package io.argus.cluster.disk;

import io.argus.load.basics.Daemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Limits the page cache of a memory control group (cgroup v1): the group may use the memory of its
 * processes plus a fixed number of bytes.
 *
 * <p>While held, the limit grows with the processes, for example with their threads and buffers. It
 * does not shrink with them until it is set again. A process that finds no memory waits until its
 * writes are on disk or the limit has grown; without that the kernel would kill it.
 *
 * <p>Used by one thread, beside its own.
 */
final class PageCacheLimit {
  private static final String OWN = "rss ";
  private static final int ATTEMPTS = 20;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Path group;
  private final Path fileSystem;
  private final long pageCacheBytes;

  /** Null while nothing is held. Guarded by this. */
  private @Nullable Thread follower;

  /** Guarded by this. */
  private long limit;

  /**
   * @param fileSystem the file system whose pages are evicted
   */
  PageCacheLimit(Path group, Path fileSystem, long pageCacheBytes) {
    this.group = group;
    this.fileSystem = fileSystem;
    this.pageCacheBytes = pageCacheBytes;
  }

  /** Sets the limit from the memory that the processes use now, and begins to follow them. */
  synchronized void hold() throws IOException {
    outOfMemoryKiller(false);
    long beyondOwn = usageBytes() - ownBytes() + pageCacheBytes;
    set(ownBytes() + beyondOwn);
    follower = Daemon.start("page-cache-limit", () -> follow(beyondOwn));
  }

  synchronized void release() throws IOException {
    follower = null;
    write(-1);
    outOfMemoryKiller(true);
  }

  private void outOfMemoryKiller(boolean on) throws IOException {
    Files.writeString(group.resolve("memory.oom_control"), on ? "0" : "1");
  }

  private void follow(long beyondOwn) {
    try {
      while (followed(beyondOwn)) {
        LockSupport.parkNanos(LOOK_NANOS);
      }
    } catch (IOException e) {
      // The group is gone, and the limit with it.
    }
  }

  private synchronized boolean followed(long beyondOwn) throws IOException {
    if (follower != Thread.currentThread()) {
      return false;
    }
    long wanted = ownBytes() + beyondOwn;
    if (wanted > limit) {
      write(wanted);
    }
    return true;
  }

  private void write(long bytes) throws IOException {
    Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(bytes));
    limit = bytes;
  }

  private long usageBytes() throws IOException {
    return Long.parseLong(Files.readString(group.resolve("memory.usage_in_bytes")).trim());
  }

  private long ownBytes() throws IOException {
    for (String line : Files.readAllLines(group.resolve("memory.stat"))) {
      if (line.startsWith(OWN)) {
        return Long.parseLong(line.substring(OWN.length()));
      }
    }
    throw new IOException(group.resolve("memory.stat") + " has no line for " + OWN);
  }

  /** Sets the limit. The kernel refuses it while it cannot evict pages fast enough. */
  private void set(long bytes) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        write(bytes);
        return;
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        Command.run("sync", "-f", fileSystem.toString());
      }
    }
  }
}
