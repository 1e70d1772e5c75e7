package io.argus.master.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.page.ComputingException;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class ComputedAnswersTest {
  private static final long SECOND = 1_000;

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final ComputedAnswers answers = new ComputedAnswers(tasks::add, () -> nowMillis(), 0);
  private long nowMillis = 1_800_000_000_000L;
  private int computed;

  private long nowMillis() {
    return nowMillis;
  }

  private String get(String question) {
    return answers.get(question, String.class, () -> question + " " + ++computed);
  }

  private int retrySeconds(String question) {
    try {
      throw new AssertionError(get(question) + " is there already");
    } catch (ComputingException e) {
      assertThat(e).hasMessageContaining("has been computed for");
      return e.retrySeconds();
    }
  }

  /** Ends what is computed after some seconds. */
  private void compute(int seconds) {
    nowMillis += seconds * SECOND;
    tasks.remove().run();
  }

  @Test
  void anAnswerThatTakesLongerThanItCountsIsComputedOnce() {
    assertThat(retrySeconds("placement")).isOne();
    nowMillis += 4 * SECOND;
    assertThat(retrySeconds("placement")).isEqualTo(4);
    assertThat(retrySeconds("capacity")).as("of another question").isEqualTo(4);
    assertThat(tasks).hasSize(1);
    compute(7);
    nowMillis += 9 * SECOND;
    assertThat(get("placement")).isEqualTo("placement 1");
    nowMillis += SECOND;
    assertThat(get("placement")).as("after 10 s, but it took 11 s").isEqualTo("placement 1");
    nowMillis += SECOND;
    assertThat(retrySeconds("placement")).as("as long as last time").isEqualTo(11);
    compute(1);
    assertThat(get("placement")).isEqualTo("placement 2");
  }

  @Test
  void whoAsksSomethingElseHasItsTurnAfterwards() {
    retrySeconds("placement");
    retrySeconds("capacity");
    compute(1);
    assertThat(get("placement")).isEqualTo("placement 1");
    retrySeconds("capacity");
    compute(1);
    assertThat(get("capacity")).isEqualTo("capacity 2");
  }

  @Test
  void whyThereIsNoAnswerIsSaid() {
    for (int i = 0; i < 2; i++) {
      try {
        answers.get(
            "capacity",
            String.class,
            () -> {
              throw new IllegalArgumentException("tenant nobody is unknown");
            });
      } catch (ComputingException e) {
        compute(1);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessage("tenant nobody is unknown");
        return;
      }
    }
    throw new AssertionError("no reason was given");
  }

  @Test
  void aThreadThatCannotBeStartedLeavesNothingBehind() {
    ComputedAnswers without =
        new ComputedAnswers(
            task -> {
              throw new IllegalArgumentException("no thread");
            },
            () -> 0,
            0);
    for (int i = 0; i < 2; i++) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> without.get("a", String.class, () -> ""));
    }
  }

  @Test
  void aQuickAnswerIsWaitedFor() {
    ComputedAnswers quick =
        new ComputedAnswers(task -> new Thread(task).start(), System::currentTimeMillis, 60_000);
    assertThat(quick.get("placement", String.class, () -> "there")).isEqualTo("there");
    ComputedAnswers slow = new ComputedAnswers(tasks::add, System::currentTimeMillis, 20);
    assertThatExceptionOfType(ComputingException.class)
        .isThrownBy(() -> slow.get("placement", String.class, () -> "late"));
  }
}
