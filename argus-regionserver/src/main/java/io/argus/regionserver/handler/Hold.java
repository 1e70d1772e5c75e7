package io.argus.regionserver.handler;

/**
 * Whether something keeps requests from beginning, and for how long it did altogether.
 *
 * <p>Guarded by the handler lock.
 */
final class Hold {
  private boolean on;
  private long sinceNanos;
  private long nanos;

  boolean isOn() {
    return on;
  }

  void set(boolean isOn, long nowNanos) {
    nanos = nanos(nowNanos);
    sinceNanos = nowNanos;
    on = isOn;
  }

  /** For how long it did, up to now. */
  long nanos(long nowNanos) {
    return nanos + (on ? Math.max(0, nowNanos - sinceNanos) : 0);
  }
}
