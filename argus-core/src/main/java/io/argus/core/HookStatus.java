package io.argus.core;

/**
 * Whether one of Argus's hooks into HBase is at work, and if not, why.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class HookStatus {
  private final String hook;
  private final boolean active;
  private final String reason;

  private HookStatus(String hook, boolean active, String reason) {
    this.hook = hook;
    this.active = active;
    this.reason = reason;
  }

  public static HookStatus active(String hook) {
    return new HookStatus(hook, true, "");
  }

  /** At work, though not without faults, each of which left one request to HBase alone. */
  static HookStatus faulty(String hook, long faults, Throwable last) {
    return new HookStatus(
        hook, true, faults + (faults == 1 ? " fault: " : " faults, the last: ") + last);
  }

  public static HookStatus inactive(String hook, String reason) {
    return new HookStatus(hook, false, reason);
  }

  public String hook() {
    return hook;
  }

  public boolean isActive() {
    return active;
  }

  /** Why it is not at work, or what went wrong in it; empty if all is well. */
  public String reason() {
    return reason;
  }

  @Override
  public String toString() {
    return hook + (active ? " ACTIVE" : " INACTIVE") + (reason.isEmpty() ? "" : ": " + reason);
  }
}
