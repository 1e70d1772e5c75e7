package io.argus.cli.doctor;

import static io.argus.core.text.Text.format;

import com.google.common.collect.TreeMultimap;
import io.argus.cli.doctor.Finding.Severity;
import io.argus.cli.install.Compatibility;
import io.argus.cli.install.Compatibility.Verdict;
import io.argus.cli.install.IneffectiveKey;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.SettingNames;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Findings on the setup of Argus on each server: whether it is installed, its version and keys.
 *
 * <p>Stateless.
 */
final class SetupFindings {
  private static final String REPORTING =
      "put the Argus jar on its class path and the keys of 'argus install --print' into its"
          + " hbase-site.xml, then restart it. If both are there, its log says why Argus FAILED to"
          + " start";

  private SetupFindings() {}

  static void add(Evidence evidence, Findings findings) {
    hbaseVersions(evidence, findings);
    missingJars(evidence, findings);
    Map<String, ServerSetup> setups = setups(evidence);
    versions(setups, findings);
    unknownKeys(setups, findings);
    unusableValues(setups, findings);
    ineffectiveKeys(evidence, findings);
  }

  /** Versions that Argus does not work on: before it is installed there, or restarted with it. */
  private static void hbaseVersions(Evidence evidence, Findings findings) {
    servers(evidence.hbaseVersions(), Collections::singleton)
        .forEach(
            (version, servers) -> {
              Compatibility compatibility = Compatibility.of(version);
              String message = "HBase " + version + ": " + compatibility.reason();
              if (compatibility.verdict() == Verdict.REFUSED) {
                findings.problem(
                    "hbase-unsupported", servers, message + "; do not restart it with Argus");
              } else if (compatibility.verdict() != Verdict.PROVEN) {
                findings.note("hbase-untested", servers, message);
              }
            });
  }

  private static void missingJars(Evidence evidence, Findings findings) {
    for (String server : evidence.liveServers()) {
      if (evidence.unreadable().containsKey(server)) {
        findings.problem(
            "report-unreadable",
            Collections.singletonList(server),
            evidence.unreadable().get(server));
      } else if (!evidence.reports().containsKey(server)) {
        findings.add(
            Severity.PROBLEM,
            "jar-missing",
            server,
            "is up but does not report: " + REPORTING,
            "up, and do not report: " + REPORTING);
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

  private static void versions(Map<String, ServerSetup> setups, Findings findings) {
    Map<String, Collection<String>> byVersion =
        servers(
            setups,
            setup ->
                Collections.singleton(
                    setup.pluginVersion().isEmpty() ? "unknown" : setup.pluginVersion()));
    if (byVersion.size() > 1) {
      List<String> parts = new ArrayList<>();
      byVersion.forEach((version, servers) -> parts.add(version + " on " + servers));
      findings.problem(
          "versions-differ",
          byVersion.keySet(),
          "Argus runs in several versions: "
              + String.join(", ", parts)
              + "; this is fine only during a rolling upgrade");
    }
  }

  private static void unknownKeys(Map<String, ServerSetup> setups, Findings findings) {
    servers(setups, ServerSetup::unknownKeys)
        .forEach(
            (key, on) ->
                findings.problem(
                    "unknown-key",
                    Collections.singletonList(key),
                    format(
                        "is no setting of Argus and is ignored%s (on %s)",
                        SettingNames.hint(key), String.join(" and ", on))));
  }

  private static void unusableValues(Map<String, ServerSetup> setups, Findings findings) {
    servers(setups, ServerSetup::unusableValues)
        .forEach((value, on) -> findings.problem("unusable-value", on, value));
  }

  private static void ineffectiveKeys(Evidence evidence, Findings findings) {
    IneffectiveKey.setIn(key -> Optional.ofNullable(evidence.hbaseKeys().get(key)))
        .forEach(
            (setting, what) ->
                findings.note("hbase-keys", Collections.singletonList(setting), what));
  }

  /** The servers that report each of some texts. */
  private static <T> Map<String, Collection<String>> servers(
      Map<String, T> reported, Function<T, ? extends Collection<String>> texts) {
    TreeMultimap<String, String> servers = TreeMultimap.create();
    reported.forEach(
        (server, each) -> texts.apply(each).forEach(text -> servers.put(text, server)));
    return servers.asMap();
  }
}
