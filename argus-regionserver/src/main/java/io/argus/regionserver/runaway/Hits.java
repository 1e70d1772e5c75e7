package io.argus.regionserver.runaway;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.usage.UsageReport.Runaway;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * The last requests that exceeded limits; those that are alike are one entry.
 *
 * <p>Safe for use by any thread.
 */
final class Hits {
  /** All of them are in each report. */
  static final int MAX = 20;

  @GuardedBy("this")
  private final Deque<Runaway> latestFirst = new ArrayDeque<>();

  synchronized void add(Runaway hit) {
    Runaway added = hit;
    for (Iterator<Runaway> each = latestFirst.iterator(); each.hasNext(); ) {
      Runaway earlier = each.next();
      if (earlier.isLike(hit)) {
        added = hit.after(earlier);
        each.remove();
        break;
      }
    }
    latestFirst.addFirst(added);
    if (latestFirst.size() > MAX) {
      latestFirst.removeLast();
    }
  }

  synchronized List<Runaway> latestFirst() {
    return new ArrayList<>(latestFirst);
  }
}
