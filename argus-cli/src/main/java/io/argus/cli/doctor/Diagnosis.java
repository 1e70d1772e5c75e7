package io.argus.cli.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What is wrong with Argus on a cluster, problems first.
 *
 * <p>Immutable.
 *
 * @param findings problems, then notes
 */
public record Diagnosis(List<Finding> findings) {
  public Diagnosis {
    findings = List.copyOf(findings);
  }

  public static Diagnosis of(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(SetupFindings.of(evidence));
    findings.addAll(ComponentFindings.of(evidence));
    findings.addAll(PlannerFindings.of(evidence));
    findings.addAll(TableFindings.of(evidence));
    findings.addAll(AccessFindings.of(evidence));
    findings.addAll(BottleneckFindings.of(evidence));
    findings.sort(Comparator.comparing(Finding::severity));
    return new Diagnosis(findings);
  }

  /** How many findings are problems. */
  public long problems() {
    return findings.stream().filter(Finding::isProblem).count();
  }
}
