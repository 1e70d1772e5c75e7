package io.argus.regionserver.report;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports sent to the active master by remote procedure call, in a thread of their own, one at a
 * time. While one is under way, only the latest of those behind it is kept. After a call that
 * failed there are none for a while, and then again.
 *
 * <p>Safe for use by any thread.
 */
final class ReportCalls {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(120);

  /** A call that takes longer is taken for lost, though its thread may still wait for it. */
  private static final long MAX_CALL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  /** One report on its way. */
  private static final class Call {
    final String server;
    final byte[] report;
    final Runnable otherwise;

    Call(String server, byte[] report, Runnable otherwise) {
      this.server = server;
      this.report = report;
      this.otherwise = otherwise;
    }
  }

  private final MasterEndpoint master;
  private final Consumer<byte[]> replies;
  private final Executor thread;
  private final LongSupplier nanoTime;

  @GuardedBy("this")
  private @Nullable Call next;

  @GuardedBy("this")
  private boolean calling;

  @GuardedBy("this")
  private long callingSinceNanos;

  @GuardedBy("this")
  private boolean paused;

  @GuardedBy("this")
  private long pausedUntilNanos;

  @GuardedBy("this")
  private long pauseNanos = FIRST_PAUSE_NANOS;

  @GuardedBy("this")
  private boolean worked;

  /**
   * @param replies receives what the master answers
   * @param thread runs the calls
   */
  ReportCalls(
      MasterEndpoint master, Consumer<byte[]> replies, Executor thread, LongSupplier nanoTime) {
    this.master = master;
    this.replies = replies;
    this.thread = thread;
    this.nanoTime = nanoTime;
  }

  /** Whether to send the next report in this way. */
  synchronized boolean mayCall() {
    long now = nanoTime.getAsLong();
    boolean lost = calling && now - callingSinceNanos > MAX_CALL_NANOS;
    return !lost && !(paused && now - pausedUntilNanos < 0);
  }

  /**
   * Sends a report soon.
   *
   * @param otherwise runs if the master does not take it
   */
  void send(String server, byte[] report, Runnable otherwise) {
    synchronized (this) {
      next = new Call(server, report, otherwise);
      if (calling) {
        return;
      }
      calling = true;
      callingSinceNanos = nanoTime.getAsLong();
    }
    thread.execute(this::callAll);
  }

  private void callAll() {
    for (Call call = take(); call != null; call = take()) {
      try {
        byte[] reply = master.report(call.server, call.report);
        succeeded();
        replies.accept(reply);
      } catch (IOException | RuntimeException | LinkageError e) {
        Call behind = failed(e);
        (behind == null ? call : behind).otherwise.run();
      }
    }
  }

  private synchronized @Nullable Call take() {
    Call call = next;
    next = null;
    calling = call != null;
    callingSinceNanos = nanoTime.getAsLong();
    return call;
  }

  private synchronized void succeeded() {
    if (!worked) {
      LOG.info("Usage reports go to the active master by remote procedure call");
    }
    worked = true;
    paused = false;
    pauseNanos = FIRST_PAUSE_NANOS;
  }

  /** The stack trace of the master follows its message. */
  private static String firstLine(Throwable failure) {
    String text = failure.toString();
    int end = text.indexOf('\n');
    return end < 0 ? text : text.substring(0, end);
  }

  /** Begins a pause; returns the report that was to follow. */
  private synchronized @Nullable Call failed(Throwable why) {
    if (worked || !paused) {
      LOG.warn("Usage reports go to ZooKeeper for now: the master took none: {}", firstLine(why));
    }
    worked = false;
    paused = true;
    pausedUntilNanos = nanoTime.getAsLong() + pauseNanos;
    pauseNanos = Math.min(MAX_PAUSE_NANOS, 2 * pauseNanos);
    Call behind = next;
    next = null;
    return behind;
  }
}
