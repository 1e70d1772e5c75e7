package io.argus.cli.doctor;

import java.util.List;

/**
 * One thing that {@code argus doctor} found.
 *
 * <p>Immutable.
 *
 * @param severity whether somebody has to act
 * @param name kind of finding; stable, for scripts
 * @param subjects servers, tables or keys that it is about
 * @param message what is wrong, and what would be right
 */
public record Finding(Severity severity, String name, List<String> subjects, String message) {
  /** How bad it is. */
  public enum Severity {
    /** Argus does not do what it is installed for: somebody has to act. */
    PROBLEM,
    /** Worth knowing; nobody has to act. */
    NOTE
  }

  public Finding {
    subjects = List.copyOf(subjects);
  }

  public boolean isProblem() {
    return severity == Severity.PROBLEM;
  }
}
