package io.argus.cli.observe;

import static io.argus.core.text.Text.format;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multisets;
import io.argus.cli.output.Output;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.ServerSetup.ModeOrigin;
import io.argus.core.settings.Settings;
import io.argus.core.usage.ComponentStatus;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.ServerStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What {@code argus status} says of region servers: how many have which mode and what decided it,
 * and where something is other than it should be. Servers of which the same is said share a line.
 *
 * <p>Stateless.
 */
final class ServersText {
  static final int MAX_MODES = 6;
  static final int MAX_EXCEPTIONS = 10;

  private ServersText() {}

  /** The modes, the most frequent first, with the names of servers that differ from most. */
  static List<String> modes(ClusterStatus status) {
    ListMultimap<String, String> byMode =
        MultimapBuilder.linkedHashKeys().arrayListValues().build();
    for (ServerStatus server : status.servers()) {
      byMode.put("mode " + mode(server), server.server());
    }
    List<String> lines = new ArrayList<>();
    String mode = "mode " + lower(status.mode());
    if (byMode.isEmpty()) {
      lines.add(mode + ", no region server reports");
    }
    for (String each : sorted(byMode)) {
      List<String> servers = byMode.get(each);
      String on = format("%s on %,d of %,d region servers", each, servers.size(), count(status));
      lines.add(lines.isEmpty() ? on : on + ": " + Output.some(servers));
    }
    return most(lines, MAX_MODES, "modes");
  }

  private static int count(ClusterStatus status) {
    return status.servers().size();
  }

  /** The mode of a server and, unless it is everybody's, what decided it. */
  static String mode(ServerStatus server) {
    ServerSetup setup = server.setup();
    return lower(setup.mode()) + " by " + words(setup.modeOrigin());
  }

  private static String words(ModeOrigin origin) {
    switch (origin) {
      case LOCAL:
        return "'argus off --local'";
      case SERVER:
        return "'argus mode --server'";
      case GUARD:
        return "its guard, which took 'argus mode --server' back";
      case CLUSTER:
        return "'argus mode'";
      case SITE:
        return "hbase-site.xml";
    }
    throw new AssertionError(origin);
  }

  private static String lower(Settings.Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  /** Components that do not work, guards that have tripped, and servers on an earlier plan. */
  static List<String> exceptions(ClusterStatus status) {
    ListMultimap<String, String> byText =
        MultimapBuilder.linkedHashKeys().arrayListValues().build();
    for (ServerStatus server : status.servers()) {
      for (ComponentStatus component : server.components()) {
        if (!component.isActive()) {
          byText.put(component.toString(), server.server());
        }
      }
      if (server.setup().modeOrigin() == ModeOrigin.GUARD) {
        byText.put("guard: " + server.setup().guard(), server.server());
      }
      if (server.planVersion() < status.planVersion()) {
        byText.put("applies an earlier plan than v" + status.planVersion(), server.server());
      }
    }
    List<String> lines = new ArrayList<>();
    for (String text : sorted(byText)) {
      List<String> servers = byText.get(text);
      String count = servers.size() == 1 ? "" : format("%,d servers: ", servers.size());
      lines.add(format("%s%s: %s", count, Output.some(servers), text));
    }
    List<String> shown = most(lines, MAX_EXCEPTIONS, "such lines; -o wide has them");
    if (!shown.isEmpty()) {
      shown.add(0, "");
    }
    return shown;
  }

  /** What is said of the most servers first. */
  private static Set<String> sorted(Multimap<String, String> servers) {
    return Multisets.copyHighestCountFirst(servers.keys()).elementSet();
  }

  private static List<String> most(List<String> lines, int most, String what) {
    List<String> shown = new ArrayList<>(lines.subList(0, Math.min(most, lines.size())));
    if (lines.size() > most) {
      shown.add(Output.more(lines.size() - most, what));
    }
    return shown;
  }

  /** Whether nothing is wrong with a server. */
  static boolean works(ServerStatus server) {
    return server.components().stream().allMatch(ComponentStatus::isActive);
  }
}
