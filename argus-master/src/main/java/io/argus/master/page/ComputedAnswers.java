package io.argus.master.page;

import io.argus.core.page.ComputingException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers that may take minutes. One is computed at a time, in a thread of its own, so that however
 * many ask, neither the threads of the web UI nor the processors of the master are used up. Who
 * asks for another one, or for one that takes longer than a moment, is told when to ask again.
 *
 * <p>An answer counts for {@value #FRESH_SECONDS} s, or as long as it took if that was longer.
 *
 * <p>Safe for use by any thread.
 */
final class ComputedAnswers {
  private static final long FRESH_SECONDS = 10;
  private static final int MAX_ANSWERS = 16;
  private static final int MAX_RETRY_SECONDS = 30;

  /** An answer, or why there is none. */
  private static final class Answer {
    final @Nullable Object value;
    final @Nullable RuntimeException failure;
    final long tookNanos;
    final long madeNanos;

    Answer(
        @Nullable Object value,
        @Nullable RuntimeException failure,
        long tookNanos,
        long madeNanos) {
      this.value = value;
      this.failure = failure;
      this.tookNanos = tookNanos;
      this.madeNanos = madeNanos;
    }

    boolean isFresh(long nowNanos) {
      long freshNanos = Math.max(TimeUnit.SECONDS.toNanos(FRESH_SECONDS), tookNanos);
      return nowNanos - madeNanos < freshNanos;
    }
  }

  private final Executor thread;
  private final LongSupplier nanoTime;
  private final long momentMillis;

  // Guarded by this.
  private final Map<String, Answer> answers = new HashMap<>();
  private @Nullable String computing;
  private long sinceNanos;

  /**
   * @param thread runs one computation at a time
   * @param momentMillis for how long a request waits for its answer
   */
  ComputedAnswers(Executor thread, LongSupplier nanoTime, long momentMillis) {
    this.thread = thread;
    this.nanoTime = nanoTime;
    this.momentMillis = momentMillis;
  }

  /**
   * Returns an answer.
   *
   * @param question what is asked, such as {@code placement}
   * @throws ComputingException if it is not there yet
   * @throws RuntimeException what the computation threw
   */
  synchronized <T> T get(String question, Class<T> type, Supplier<T> computation) {
    @Nullable Answer answer = fresh(question);
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(momentMillis);
    try {
      while (answer == null) {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        if (computing == null) {
          begin(question, computation);
        } else if (leftMillis > 0) {
          wait(leftMillis);
        } else {
          throw notYet(question);
        }
        answer = fresh(question);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while an answer was computed", e);
    }
    if (answer.failure != null) {
      throw answer.failure;
    }
    return type.cast(Objects.requireNonNull(answer.value));
  }

  private synchronized @Nullable Answer fresh(String question) {
    Answer answer = answers.get(question);
    return answer != null && answer.isFresh(nanoTime.getAsLong()) ? answer : null;
  }

  private synchronized void begin(String question, Supplier<?> computation) {
    computing = question;
    sinceNanos = nanoTime.getAsLong();
    try {
      thread.execute(() -> compute(question, computation));
    } catch (RuntimeException | Error e) {
      computing = null;
      throw e;
    }
  }

  private void compute(String question, Supplier<?> computation) {
    @Nullable Object value = null;
    @Nullable RuntimeException failure = null;
    try {
      value = computation.get();
    } catch (RuntimeException e) {
      failure = e;
    } catch (Error e) {
      failure = new IllegalStateException("it cannot be computed: " + e, e);
    }
    synchronized (this) {
      long now = nanoTime.getAsLong();
      if (answers.size() >= MAX_ANSWERS) {
        answers.clear();
      }
      answers.put(question, new Answer(value, failure, now - sinceNanos, now));
      computing = null;
      notifyAll();
    }
  }

  /** The time left is what it took last time, or else as long again as it has taken. */
  private synchronized ComputingException notYet(String question) {
    long nanos = nanoTime.getAsLong() - sinceNanos;
    Answer last = answers.get(String.valueOf(computing));
    long leftNanos = last != null && last.tookNanos > nanos ? last.tookNanos - nanos : nanos;
    long leftSeconds = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(leftNanos));
    return new ComputingException(
        (question.equals(computing) ? "this answer is" : "another answer is")
            + " being computed for "
            + TimeUnit.NANOSECONDS.toSeconds(nanos)
            + " s, and takes about "
            + leftSeconds
            + " s more",
        (int) Math.min(MAX_RETRY_SECONDS, leftSeconds));
  }
}
