package io.argus.cli.doctor;

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
    Findings findings = new Findings();
    SetupFindings.add(evidence, findings);
    ComponentFindings.add(evidence, findings);
    BucketCacheFindings.add(evidence, findings);
    PlannerFindings.add(evidence, findings);
    TableFindings.add(evidence, findings);
    AccessFindings.add(evidence, findings);
    BottleneckFindings.add(evidence, findings);
    return new Diagnosis(findings.found());
  }

  /** How many findings are problems. */
  public long problems() {
    return findings.stream().filter(Finding::isProblem).count();
  }
}
