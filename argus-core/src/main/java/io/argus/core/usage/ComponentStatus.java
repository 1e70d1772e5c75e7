package io.argus.core.usage;

import org.jspecify.annotations.Nullable;

/**
 * Whether one component of Argus works on a server, and if not, why.
 *
 * <p>One that another version reported may name a component and a reason that this one does not
 * know, so both are kept as text. Immutable; safe for use by any thread.
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

  /** Null if there is no reason; also from a server that sends no codes. */
  private final @Nullable String code;

  private ComponentStatus(String component, State state, String reason, String code) {
    this.component = component;
    this.state = state;
    this.reason = reason;
    this.code = code.isEmpty() ? null : code;
  }

  /**
   * Returns a status as a server reports it, which may be of another version.
   *
   * @param component key of a {@link Component}
   * @param reason explanation for operators
   * @param code of a {@link Reason}; empty if there is none
   */
  public static ComponentStatus of(String component, State state, String reason, String code) {
    return new ComponentStatus(component, state, reason, code);
  }

  /** Returns the same status with the code of its reason, empty if there is none. */
  public ComponentStatus withCode(String code) {
    return new ComponentStatus(component, state, reason, code);
  }

  public static ComponentStatus active(Component component) {
    return of(component, Reason.NONE, "");
  }

  /**
   * @param detail such as a setting, an exception or the name of a class
   */
  public static ComponentStatus of(Component component, Reason reason, String detail) {
    return new ComponentStatus(
        component.key(), reason.state(), reason.explain(component, detail), reason.code());
  }

  /** Whether nothing is missing; one that was read from JSON may lack anything. */
  public boolean isComplete() {
    return component != null && state != null && reason != null;
  }

  /** Key of the component. */
  public String component() {
    return component;
  }

  public boolean is(Component other) {
    return other.key().equals(component);
  }

  public State state() {
    return state;
  }

  public boolean isActive() {
    return state == State.ACTIVE;
  }

  /** {@link Reason#UNKNOWN} if this version does not know the code, or the server sent none. */
  public Reason cause() {
    if (code().isEmpty()) {
      return reason.isEmpty() ? Reason.NONE : Reason.UNKNOWN;
    }
    return Reason.ofCode(code());
  }

  /** Code of the reason, empty if there is none. */
  public String code() {
    return code == null ? "" : code;
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
