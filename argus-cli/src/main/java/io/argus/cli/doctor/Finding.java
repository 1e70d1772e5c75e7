package io.argus.cli.doctor;

import java.util.List;

/**
 * One thing that the doctor found.
 *
 * <p>Immutable.
 *
 * @param severity whether somebody has to do something
 * @param name what sort of thing it is; stable, for scripts
 * @param subjects servers, tables or keys that it is about
 * @param message what is so, and what would be right
 */
public record Finding(Severity severity, String name, List<String> subjects, String message) {
  /** How bad it is. */
  public enum Severity {
    /** Argus does not do what it is installed for. */
    PROBLEM,
    /** Worth knowing; nothing has to be done. */
    NOTE
  }

  public Finding {
    subjects = List.copyOf(subjects);
  }

  static Finding problem(String name, List<String> subjects, String message) {
    return new Finding(Severity.PROBLEM, name, subjects, message);
  }

  static Finding note(String name, List<String> subjects, String message) {
    return new Finding(Severity.NOTE, name, subjects, message);
  }

  public boolean isProblem() {
    return severity == Severity.PROBLEM;
  }
}
