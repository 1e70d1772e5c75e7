package io.argus.cli.control;

import com.google.common.collect.ImmutableMap;
import io.argus.cli.install.HBaseRelease;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.output.Output;
import io.argus.core.settings.ServerSetup;
import io.argus.master.status.ServerStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
   * Refuses rules on what calls of HBase 0.94 do not say.
   *
   * @param instead what does that there
   */
  static void requireHBase2(LiveCluster live, String why, String instead)
      throws IOException, InterruptedException {
    if (!live.liveServers().isEmpty() && live.release() == HBaseRelease.HBASE_0_94) {
      throw new IllegalArgumentException(
          why
              + ", so that these rules have no effect there; "
              + instead
              + " (nothing was changed)");
    }
  }

  /**
   * @param hiding an earlier rule that takes all that this one would match
   */
  static String note(String rule, Optional<String> hiding, List<ServerSetup> servers) {
    return hiding
        .map(earlier -> "matches nobody: " + earlier + " comes first")
        .orElseGet(() -> ofIdle(rule, servers));
  }

  /** Empty if a request has matched the rule on any server. */
  static String ofIdle(String rule, List<ServerSetup> servers) {
    boolean isIdle =
        !servers.isEmpty() && servers.stream().allMatch(setup -> setup.idleRules().contains(rule));
    return isIdle ? "has matched nobody so far" : "";
  }

  /** Prints rules with their notes. */
  static void print(
      boolean asJson, String list, String entry, Map<String, String> notes, String ifNone) {
    if (asJson) {
      List<Map<String, String>> listed = new ArrayList<>();
      notes.forEach((rule, note) -> listed.add(ImmutableMap.of(entry, rule, "note", note)));
      Map<String, Object> document = Output.document();
      document.put(list, listed);
      System.out.println(Output.json(document));
    } else if (notes.isEmpty()) {
      System.out.println(ifNone);
    } else {
      notes.forEach((rule, note) -> Output.line(rule + (note.isEmpty() ? "" : "  (" + note + ")")));
    }
  }
}
