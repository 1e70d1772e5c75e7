package io.argus.regionserver.scheduler;

import io.argus.core.RequestKind;
import java.util.EnumMap;
import java.util.Map;

/**
 * A {@link SlidingMean} for each kind of request.
 *
 * <p>Not safe for use by several threads.
 */
final class MeanByKind {
  private final Map<RequestKind, SlidingMean> means = new EnumMap<>(RequestKind.class);
  private int window;

  MeanByKind(int window) {
    this.window = window;
  }

  void add(RequestKind kind, long value) {
    SlidingMean mean = means.get(kind);
    if (mean == null) {
      mean = new SlidingMean(window);
      means.put(kind, mean);
    }
    mean.add(value);
  }

  long mean(RequestKind kind, long whileEmpty) {
    SlidingMean mean = means.get(kind);
    return mean == null ? whileEmpty : mean.mean(whileEmpty);
  }

  void resize(int newWindow) {
    window = newWindow;
    for (SlidingMean mean : means.values()) {
      mean.resize(newWindow);
    }
  }
}
