package io.argus.cli.doctor;

import io.argus.cli.doctor.Finding.Severity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what is found. Not thread-safe. */
final class Findings {
  private final List<Finding> found = new ArrayList<>();

  void problem(String name, Collection<String> subjects, String message) {
    add(Severity.PROBLEM, name, subjects, message);
  }

  void note(String name, Collection<String> subjects, String message) {
    add(Severity.NOTE, name, subjects, message);
  }

  void add(Severity severity, String name, Collection<String> subjects, String message) {
    found.add(new Finding(severity, name, subjects, message));
  }

  /** Adds one of several findings that are alike; see {@link Finding#summary}. */
  void add(Severity severity, String name, String subject, String message, String summary) {
    found.add(new Finding(severity, name, Collections.singletonList(subject), message, summary));
  }

  /** All findings, problems first. */
  List<Finding> found() {
    return found.stream()
        .sorted(Comparator.comparing(Finding::severity))
        .collect(Collectors.toList());
  }
}
