package io.argus.core.metrics;

import java.util.function.ToDoubleFunction;

/**
 * One figure for monitoring: its stable name, its meaning, and how to get it from its subject.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param <T> the subject
 */
public final class Metric<T> {
  private final String name;
  private final String description;
  private final boolean counter;
  private final ToDoubleFunction<T> figure;

  private Metric(String name, String description, boolean counter, ToDoubleFunction<T> figure) {
    if (!name.matches("[A-Z][A-Za-z0-9]*")) {
      throw new IllegalArgumentException(
          "metric name is '" + name + "': must be letters and digits, the first one upper case");
    }
    this.name = name;
    this.description = description;
    this.counter = counter;
    this.figure = figure;
  }

  /** Returns a figure that goes up and down. */
  public static <T> Metric<T> gauge(String name, String description, ToDoubleFunction<T> figure) {
    return new Metric<>(name, description, false, figure);
  }

  /** Returns a figure that only grows while the server runs. */
  public static <T> Metric<T> counter(String name, String description, ToDoubleFunction<T> figure) {
    return new Metric<>(name, description, true, figure);
  }

  /** In camel case; ends in its unit. */
  public String name() {
    return name;
  }

  public String description() {
    return description;
  }

  public boolean isCounter() {
    return counter;
  }

  double of(T subject) {
    return figure.applyAsDouble(subject);
  }
}
