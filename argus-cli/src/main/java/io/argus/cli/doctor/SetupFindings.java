package io.argus.cli.doctor;

import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.SettingNames;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Findings on how Argus is set up on each server: whether it is there, which version, which keys.
 *
 * <p>Stateless.
 */
final class SetupFindings {
  private SetupFindings() {}

  static List<Finding> of(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    missingJars(evidence, findings);
    Map<String, ServerSetup> setups = setups(evidence);
    versions(setups, findings);
    unknownKeys(setups, findings);
    unusableValues(setups, findings);
    return findings;
  }

  private static void missingJars(Evidence evidence, List<Finding> findings) {
    for (String server : evidence.liveServers()) {
      if (evidence.unreadable().containsKey(server)) {
        findings.add(
            Finding.problem(
                "report-unreadable", List.of(server), evidence.unreadable().get(server)));
      } else if (!evidence.reports().containsKey(server)) {
        findings.add(
            Finding.problem(
                "jar-missing",
                List.of(server),
                "is up but does not report: put the Argus jar on its class path and the keys of"
                    + " 'argus install --print' into its hbase-site.xml, then restart it; if both"
                    + " are there, its log says why Argus FAILED to start"));
      }
    }
  }

  private static Map<String, ServerSetup> setups(Evidence evidence) {
    Map<String, ServerSetup> setups = new TreeMap<>();
    for (Map.Entry<String, UsageReport> entry : evidence.reports().entrySet()) {
      setups.put(entry.getKey(), entry.getValue().setup());
    }
    evidence
        .status()
        .map(status -> status.master())
        .filter(master -> !master.server().isEmpty())
        .ifPresent(master -> setups.put("master " + master.server(), master.setup()));
    return setups;
  }

  private static void versions(Map<String, ServerSetup> setups, List<Finding> findings) {
    Map<String, List<String>> byVersion = new TreeMap<>();
    setups.forEach(
        (server, setup) -> {
          String version = setup.pluginVersion().isEmpty() ? "unknown" : setup.pluginVersion();
          byVersion.computeIfAbsent(version, v -> new ArrayList<>()).add(server);
        });
    if (byVersion.size() > 1) {
      List<String> parts = new ArrayList<>();
      byVersion.forEach((version, servers) -> parts.add(version + " on " + servers));
      findings.add(
          Finding.problem(
              "versions-differ",
              List.copyOf(byVersion.keySet()),
              "Argus runs in several versions: "
                  + String.join(", ", parts)
                  + "; fine during a rolling upgrade, to be finished otherwise"));
    }
  }

  private static void unknownKeys(Map<String, ServerSetup> setups, List<Finding> findings) {
    Map<String, List<String>> servers = new TreeMap<>();
    setups.forEach(
        (server, setup) ->
            setup
                .unknownKeys()
                .forEach(key -> servers.computeIfAbsent(key, k -> new ArrayList<>()).add(server)));
    servers.forEach(
        (key, on) ->
            findings.add(
                Finding.problem(
                    "unknown-key",
                    List.of(key),
                    "is no setting of Argus and is ignored"
                        + SettingNames.hint(key)
                        + " (on "
                        + String.join(" and ", on)
                        + ")")));
  }

  private static void unusableValues(Map<String, ServerSetup> setups, List<Finding> findings) {
    Map<String, List<String>> servers = new TreeMap<>();
    setups.forEach(
        (server, setup) ->
            setup
                .unusableValues()
                .forEach(
                    value -> servers.computeIfAbsent(value, v -> new ArrayList<>()).add(server)));
    servers.forEach((value, on) -> findings.add(Finding.problem("unusable-value", on, value)));
  }
}
