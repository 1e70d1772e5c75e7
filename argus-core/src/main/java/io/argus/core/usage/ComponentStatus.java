package io.argus.core.usage;

/**
 * Whether one component of Argus, such as the cache or the scheduler, works on a server, and if
 * not, why.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ComponentStatus {
  /** The states of a component. Only {@link #FAILED} is an alarm. */
  public enum State {
    /** It works. */
    ACTIVE,
    /** Somebody switched it off. */
    DISABLED,
    /** It cannot work in this installation. */
    UNSUPPORTED,
    /** It should work but does not. */
    FAILED
  }

  private final String component;
  private final State state;
  private final String reason;

  private ComponentStatus(String component, State state, String reason) {
    this.component = component;
    this.state = state;
    this.reason = reason;
  }

  public static ComponentStatus of(String component, State state, String reason) {
    return new ComponentStatus(component, state, reason);
  }

  public static ComponentStatus active(String component) {
    return new ComponentStatus(component, State.ACTIVE, "");
  }

  /** It works, but exceptions made it leave some requests to HBase. */
  static ComponentStatus faulty(String component, long faults, Throwable last) {
    return new ComponentStatus(
        component,
        State.ACTIVE,
        faults + (faults == 1 ? " fault: " : " faults, the last: ") + last);
  }

  /**
   * @param reason the setting or the command that switched it off
   */
  public static ComponentStatus disabled(String component, String reason) {
    return new ComponentStatus(component, State.DISABLED, reason);
  }

  public static ComponentStatus unsupported(String component, String reason) {
    return new ComponentStatus(component, State.UNSUPPORTED, reason);
  }

  public static ComponentStatus failed(String component, String reason) {
    return new ComponentStatus(component, State.FAILED, reason);
  }

  /** Whether nothing is missing; one that was read from JSON may lack anything. */
  public boolean isComplete() {
    return component != null && state != null && reason != null;
  }

  public String component() {
    return component;
  }

  public State state() {
    return state;
  }

  public boolean isActive() {
    return state == State.ACTIVE;
  }

  /** Why it does not work, or which exceptions occurred; empty if there is nothing to say. */
  public String reason() {
    return reason;
  }

  @Override
  public String toString() {
    return component + " " + state + (reason.isEmpty() ? "" : ": " + reason);
  }
}
