package io.argus.cli.doctor;

import com.google.common.collect.ImmutableList;
import java.util.List;

/**
 * What is wrong with Argus on a cluster, problems first.
 *
 * <p>Immutable.
 */
final class Diagnosis {
  private final List<Finding> findings;

  /**
   * @param findings problems, then notes
   */
  public Diagnosis(List<Finding> findings) {
    this.findings = ImmutableList.copyOf(findings);
  }

  public List<Finding> findings() {
    return findings;
  }

  public static Diagnosis of(Evidence evidence) {
    Findings findings = new Findings();
    SetupFindings.add(evidence, findings);
    ComponentFindings.add(evidence, findings);
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
