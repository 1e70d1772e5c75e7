package io.argus.cli.control;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import io.argus.cli.live.StoredSettings;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Setting;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "set",
    header = "Change live settings on every server: all, or none.",
    description = {
      "'argus settings' lists them. A value replaces the one before, also the whole list of"
          + " argus.slos, argus.tenant.shares or argus.tenant.caps; 'argus slo' and 'argus tenant' change"
          + " their entries one by one.",
      "Example: argus set argus.alpha=0.3 argus.credits=auto",
      "Example: argus set argus.credits=50000000 --for 2h --dry-run"
    })
final class SetCommand implements Callable<Integer> {
  /** Settings of which an operator may mean one entry only. */
  private static final ImmutableList<Setting<?>> LISTS =
      ImmutableList.of(
          Settings.TENANT_SHARES,
          Settings.TENANT_CAPS,
          Settings.TENANT_CALLERS,
          Settings.TENANT_CLASSES,
          Settings.RUNAWAY_RULES,
          Settings.SLOS);

  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "1..*",
      paramLabel = "KEY=VALUE",
      description = "A live setting and its new value.")
  private List<String> values = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<String, @Nullable String> changes = parse(values);
    List<String> lost = new ArrayList<>();
    int exitCode =
        change.make(
            before -> {
              lost.addAll(lost(before.overrides(), before.site(), changes));
              return ChangeRequest.of(changes);
            });
    lost.forEach(line -> System.err.println("argus: " + line));
    return exitCode;
  }

  /** One sentence for each list from which the changes take entries. */
  static List<String> lost(
      SettingsOverrides overrides, Settings site, Map<String, @Nullable String> changes) {
    List<String> sentences = new ArrayList<>();
    for (Setting<?> list : LISTS) {
      String after = changes.get(list.key());
      if (after != null) {
        Map<String, String> gone = entries(StoredSettings.text(overrides, site, list.key()));
        gone.keySet().removeAll(entries(after).keySet());
        if (!gone.isEmpty()) {
          sentences.add(
              list.key()
                  + " was replaced as a whole; no longer in it: "
                  + String.join(", ", gone.values()));
        }
      }
    }
    return sentences;
  }

  /** The entries of a comma-separated list by what is left of '='. */
  private static Map<String, String> entries(String list) {
    Map<String, String> entries = new TreeMap<>();
    for (String entry : Splitter.on(',').trimResults().omitEmptyStrings().split(list)) {
      entries.put(entry.replaceFirst("\\s*=.*", ""), entry);
    }
    return entries;
  }

  private static Map<String, @Nullable String> parse(List<String> values) {
    Map<String, @Nullable String> changes = new TreeMap<>();
    for (String each : values) {
      int equals = each.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "'" + each + "' is not KEY=VALUE, such as argus.alpha=0.3 (nothing was changed)");
      }
      String key = each.substring(0, equals).trim();
      if (changes.put(key, each.substring(equals + 1)) != null) {
        throw new IllegalArgumentException(key + " is named twice (nothing was changed)");
      }
    }
    return changes;
  }
}
