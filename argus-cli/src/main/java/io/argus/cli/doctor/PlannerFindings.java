package io.argus.cli.doctor;

import static io.argus.core.text.Text.format;

import io.argus.cli.doctor.Finding.Severity;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.ServerSetup.ModeOrigin;
import io.argus.core.settings.Settings;
import io.argus.core.usage.UsageReport;
import io.argus.master.status.ClusterStatus;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Findings on the planner: whether it runs, its problems, and servers that do not apply its plan.
 *
 * <p>Stateless.
 */
final class PlannerFindings {
  /** A planner without a status for longer is dead. Clocks may differ by less. */
  private static final long SILENCE_MILLIS = 30_000;

  /** A plan reaches every server in less time. */
  private static final long SPREADING_MILLIS = 10_000;

  private PlannerFindings() {}

  static void add(Evidence evidence, Findings findings) {
    evidence.unreadable().forEach((node, why) -> document(node, why, findings));
    if (evidence.unreadable().containsKey(Evidence.NODES + ClusterDocuments.STATUS)) {
      return;
    }
    if (!evidence.status().isPresent()) {
      findings.problem(
          "no-planner",
          Collections.emptyList(),
          "no master ever wrote a status: install the Argus jar and its keys on the masters too,"
              + " and restart them");
      return;
    }
    ClusterStatus status = evidence.status().get();
    long silentMillis = evidence.nowMillis() - status.writtenMillis();
    if (silentMillis > SILENCE_MILLIS) {
      findings.problem(
          "no-planner",
          Collections.singletonList(status.master().server()),
          "the last status is "
              + silentMillis / 1000
              + " s old: no active master runs the planner, or its clock differs from this"
              + " machine's. Region servers keep the last plan");
    } else {
      problems(status, findings);
      followers(evidence, status, findings);
    }
    guards(evidence, findings);
    if (status.mode() != Settings.Mode.ENFORCE) {
      findings.note(
          "mode",
          Collections.singletonList(status.mode().name().toLowerCase(Locale.ROOT)),
          "is the mode: Argus does not enforce reservations");
    }
  }

  private static void document(String node, String why, Findings findings) {
    if (node.startsWith(Evidence.NODES)) {
      findings.problem(
          "document-unreadable",
          Collections.singletonList(node),
          "this version of the command cannot read it: " + why);
    }
  }

  private static void problems(ClusterStatus status, Findings findings) {
    List<String> reportedElsewhere = status.master().setup().unusableValues();
    for (String problem : status.problems()) {
      if (!reportedElsewhere.contains(problem)) {
        findings.problem("planner", Collections.emptyList(), problem);
      }
    }
  }

  private static void guards(Evidence evidence, Findings findings) {
    evidence
        .reports()
        .forEach(
            (server, report) -> {
              if (report.setup().modeOrigin() == ModeOrigin.GUARD) {
                findings.problem(
                    "guard-tripped",
                    Collections.singletonList(server),
                    "went back from the mode of 'argus mode --server': " + report.setup().guard());
              }
            });
  }

  private static void followers(Evidence evidence, ClusterStatus status, Findings findings) {
    if (status.planVersion() == 0 || status.planAgeMillis() < SPREADING_MILLIS) {
      return;
    }
    // In a large cluster the reports in ZooKeeper are older than the plan may be.
    long spreadMillis = status.writtenMillis() - status.planAgeMillis() + SPREADING_MILLIS;
    for (UsageReport report : evidence.reports().values()) {
      if (report.planVersion() < status.planVersion() && report.endMillis() > spreadMillis) {
        findings.add(
            Severity.PROBLEM,
            "plan-behind",
            report.server(),
            format(
                "applies plan v%s while v%s has been in force for %s s",
                report.planVersion(), status.planVersion(), status.planAgeMillis() / 1000),
            format(
                "apply an earlier plan while v%s has been in force for %s s",
                status.planVersion(), status.planAgeMillis() / 1000));
      }
    }
  }
}
