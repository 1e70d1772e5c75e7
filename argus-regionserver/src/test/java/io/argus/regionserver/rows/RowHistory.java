package io.argus.regionserver.rows;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What clients asked of one row, and when they were answered. */
final class RowHistory {
  /** The value of a row that is not there. */
  static final int NOTHING = 0;

  static final class Operation {
    final boolean write;
    int value;
    int invoked = Integer.MAX_VALUE;

    /** The largest number if it was not. */
    int answered = Integer.MAX_VALUE;

    private Operation(boolean write, int value) {
      this.write = write;
      this.value = value;
    }
  }

  private final List<Operation> operations = new ArrayList<>();

  Operation read() {
    return add(new Operation(false, NOTHING));
  }

  Operation write(int value) {
    return add(new Operation(true, value));
  }

  private Operation add(Operation operation) {
    operations.add(operation);
    return operation;
  }

  /**
   * Whether there is an order of the operations in which each takes effect between its call and its
   * answer, and each read returns what was written last (Wing and Gong, with a memory of states). A
   * write without an answer takes effect at some time after its call, or never.
   */
  boolean isLinearizable() {
    if (operations.size() > Long.SIZE) {
      throw new IllegalStateException(operations.size() + " operations: at most " + Long.SIZE);
    }
    return search(0, NOTHING, new HashSet<>());
  }

  private boolean search(long done, int value, Set<List<Long>> seen) {
    int firstAnswer = Integer.MAX_VALUE;
    for (int i = 0; i < operations.size(); i++) {
      if ((done & (1L << i)) == 0) {
        firstAnswer = Math.min(firstAnswer, operations.get(i).answered);
      }
    }
    if (firstAnswer == Integer.MAX_VALUE) {
      return true;
    }
    if (!seen.add(List.of(done, (long) value))) {
      return false;
    }
    for (int i = 0; i < operations.size(); i++) {
      Operation next = operations.get(i);
      boolean possible =
          (done & (1L << i)) == 0
              && next.invoked < firstAnswer
              && (next.write || next.value == value);
      if (possible && search(done | (1L << i), next.write ? next.value : value, seen)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Operation each : operations) {
      text.append(each.write ? "write " : "read ")
          .append(each.value)
          .append(" from ")
          .append(each.invoked)
          .append(" to ")
          .append(each.answered)
          .append('\n');
    }
    return text.toString();
  }
}
