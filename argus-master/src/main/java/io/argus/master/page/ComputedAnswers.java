package io.argus.master.page;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.page.ComputingException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers that may take minutes. One is computed at a time, in a thread of its own, so that however
 * many ask, neither the threads of the web UI nor the CPU of the master are used up. Who asks for
 * another one, or for one that takes longer than a moment, is told when to ask again.
 *
 * <p>An answer counts for {@value #FRESH_MILLIS} ms, or as long as it took if that was longer.
 *
 * <p>Safe for use by any thread.
 */
final class ComputedAnswers {
  private static final long FRESH_MILLIS = 10_000;
  private static final int MAX_ANSWERS = 16;
  private static final long MAX_RETRY_SECONDS = 30;

  /** An answer that is being computed, or was. */
  private static final class Answer {
    final CompletableFuture<Object> value = new CompletableFuture<>();
    final long beginMillis;

    // Guarded by the answers.
    long tookMillis;

    Answer(long beginMillis) {
      this.beginMillis = beginMillis;
    }

    boolean isFresh(long nowMillis) {
      long ageMillis = nowMillis - beginMillis - tookMillis;
      return ageMillis >= 0 && ageMillis < Math.max(FRESH_MILLIS, tookMillis);
    }
  }

  private final Executor thread;
  private final LongSupplier clockMillis;
  private final long momentMillis;

  @GuardedBy("this")
  private final Map<String, Answer> answers = new HashMap<>();

  @GuardedBy("this")
  private @Nullable Answer computing;

  /**
   * @param thread runs one computation at a time
   * @param clockMillis milliseconds since the epoch
   * @param momentMillis for how long a request waits for its answer
   */
  ComputedAnswers(Executor thread, LongSupplier clockMillis, long momentMillis) {
    this.thread = thread;
    this.clockMillis = clockMillis;
    this.momentMillis = momentMillis;
  }

  /** Milliseconds since the epoch, for computations that give up after a time. */
  LongSupplier clockMillis() {
    return clockMillis;
  }

  /**
   * Returns an answer.
   *
   * @param question what is asked, such as {@code placement}
   * @throws ComputingException if it is not there yet
   * @throws RuntimeException what the computation threw
   */
  <T> T get(String question, Class<T> type, Supplier<T> computation) {
    Answer answer = begun(question, computation);
    try {
      return type.cast(answer.value.get(momentMillis, TimeUnit.MILLISECONDS));
    } catch (TimeoutException | InterruptedException e) {
      throw notYet(answer);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException) {
        throw (RuntimeException) e.getCause();
      }
      throw new IllegalStateException("it cannot be computed: " + e.getCause(), e);
    }
  }

  /** Returns an answer that counts, or one that is being computed from now on. */
  private Answer begun(String question, Supplier<?> computation) {
    Answer answer;
    synchronized (this) {
      Answer last = answers.get(question);
      if (last != null && (last == computing || last.isFresh(clockMillis.getAsLong()))) {
        return last;
      }
      if (computing != null) {
        throw notYet(computing);
      }
      if (answers.size() >= MAX_ANSWERS) {
        answers.clear();
      }
      answer = new Answer(clockMillis.getAsLong());
      answer.tookMillis = last == null ? 0 : last.tookMillis;
      answers.put(question, answer);
      computing = answer;
    }
    try {
      thread.execute(() -> compute(answer, computation));
    } catch (RuntimeException | Error e) {
      end(answer);
      synchronized (this) {
        answers.remove(question);
      }
      throw e;
    }
    return answer;
  }

  private void compute(Answer answer, Supplier<?> computation) {
    try {
      Object value = computation.get();
      end(answer);
      answer.value.complete(value);
    } catch (RuntimeException | Error e) {
      end(answer);
      answer.value.completeExceptionally(e);
    }
  }

  private synchronized void end(Answer answer) {
    answer.tookMillis = Math.max(0, clockMillis.getAsLong() - answer.beginMillis);
    computing = null;
  }

  /** The time left is what it took last time, or else as long again as it has taken. */
  private synchronized ComputingException notYet(Answer answer) {
    long millis = Math.max(0, clockMillis.getAsLong() - answer.beginMillis);
    long leftMillis = answer.tookMillis > millis ? answer.tookMillis - millis : millis;
    long leftSeconds = Math.max(1, TimeUnit.MILLISECONDS.toSeconds(leftMillis));
    return new ComputingException(
        "an answer has been computed for "
            + TimeUnit.MILLISECONDS.toSeconds(millis)
            + " s, and takes about "
            + leftSeconds
            + " s more",
        (int) Math.min(MAX_RETRY_SECONDS, leftSeconds));
  }
}
