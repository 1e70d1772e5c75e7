package io.argus.cli.doctor;

import com.google.common.collect.ImmutableList;
import java.util.Collection;
import java.util.List;

/**
 * One thing that {@code argus doctor} found.
 *
 * <p>Immutable.
 */
final class Finding {
  private final Severity severity;
  private final String name;
  private final List<String> subjects;
  private final String message;

  /** What the messages of several such findings have in common; not in the JSON. */
  private final transient String summary;

  /**
   * @param severity whether somebody has to act
   * @param name kind of finding; stable, for scripts
   * @param subjects servers, tables or keys that it is about
   * @param message what is wrong, and what would be right
   */
  public Finding(Severity severity, String name, Collection<String> subjects, String message) {
    this(severity, name, subjects, message, message);
  }

  /**
   * @param summary the message for several such findings together
   */
  Finding(
      Severity severity, String name, Collection<String> subjects, String message, String summary) {
    this.summary = summary;
    this.severity = severity;
    this.name = name;
    this.subjects = ImmutableList.copyOf(subjects);
    this.message = message;
  }

  public Severity severity() {
    return severity;
  }

  public String name() {
    return name;
  }

  public List<String> subjects() {
    return subjects;
  }

  public String message() {
    return message;
  }

  String summary() {
    return summary;
  }

  /** How bad it is. */
  public enum Severity {
    /** Argus does not do what it is installed for: somebody has to act. */
    PROBLEM,
    /** Worth knowing; nobody has to act. */
    NOTE
  }

  public boolean isProblem() {
    return severity == Severity.PROBLEM;
  }
}
