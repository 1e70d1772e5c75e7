package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.core.settings.ServerSetup;
import io.argus.master.status.ServerStatus;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says of a rule on requests that it matches nobody. */
final class RuleNotes {
  private RuleNotes() {}

  /** Empty without a status, or for a user who may not read it: then no rule is in doubt. */
  static List<ServerSetup> setups(LiveCluster live) throws InterruptedException {
    try {
      return live.status().servers().stream().map(ServerStatus::setup).collect(Collectors.toList());
    } catch (IOException | IllegalArgumentException e) {
      return Collections.emptyList();
    }
  }

  /**
   * @param hiding an earlier rule that takes all that this one would match
   */
  static String note(String rule, Optional<String> hiding, List<ServerSetup> servers) {
    boolean isIdle =
        !servers.isEmpty() && servers.stream().allMatch(setup -> setup.idleRules().contains(rule));
    return hiding
        .map(earlier -> "matches nobody: " + earlier + " comes first")
        .orElse(isIdle ? "has matched nobody so far" : "");
  }
}
