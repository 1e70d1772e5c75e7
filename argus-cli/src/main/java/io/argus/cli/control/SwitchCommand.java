package io.argus.cli.control;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code argus off} and {@code argus on}: switches the whole of Argus, on every server, or without
 * master and ZooKeeper on the region servers of this host.
 */
abstract class SwitchCommand implements Callable<Integer> {
  private static final String OFF = "off";

  @Spec private @Nullable CommandSpec spec;
  @Mixin private SettingsChange change = new SettingsChange();

  @Option(
      names = "--local",
      description =
          "Switches only the region servers of this host: creates the file argus.off.file, or"
              + " removes it. Exit code 3 unless they report that they have followed.")
  private boolean local;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "The file for --local. Default: those that the region servers of this host report; if none"
              + " does, argus.off.file of the site file, below $HBASE_LOG_DIR or $HBASE_HOME/logs"
              + " unless absolute.")
  private @Nullable Path file;

  private final boolean on;

  SwitchCommand(boolean on) {
    this.on = on;
  }

  /** {@code argus off}. */
  @Command(
      name = "off",
      header = "Switches Argus off on every server.",
      description = {
        "At once, HBase schedules all requests itself. A block cache that Argus has partitioned"
            + " stays Argus's, without partitions, until its server restarts; the command names"
            + " these servers.",
        "It does not need the master. With --local it changes no other host. 'argus on'"
            + " takes it back."
      })
  static final class Off extends SwitchCommand {
    Off() {
      super(false);
    }
  }

  /** {@code argus on}. */
  @Command(
      name = "on",
      header = "Restores the mode that was in force before 'off'.",
      description = {
        "If the log of changes does not have it: that of hbase-site.xml, or enforce if that is off.",
        "If the mode is not off, nothing changes.",
        "It does not need the master. With --local it changes no other host."
      })
  static final class On extends SwitchCommand {
    On() {
      super(true);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (local) {
      return switchHere();
    }
    if (file != null) {
      throw new ParameterException(
          Objects.requireNonNull(spec, "spec").commandLine(),
          "--file " + file + " is of the region servers of this host: it needs --local");
    }
    return change.makeWithoutMaster(
        (overrides, site) ->
            Collections.singletonMap(
                Settings.MODE.key(), on ? modeBeforeOff(overrides, site) : OFF));
  }

  /**
   * The mode that {@code on} sets.
   *
   * @return null if {@code hbase-site.xml} decides it
   */
  static @Nullable String modeBeforeOff(SettingsOverrides overrides, Settings site) {
    String key = Settings.MODE.key();
    String ofSite = site.text(key);
    String set = overrides.values().get(key);
    if (!isOff(set == null ? ofSite : set)) {
      return set;
    }
    List<SettingsOverrides.Change> log = overrides.log();
    for (int i = log.size() - 1; i >= 0; i--) {
      String before = log.get(i).before();
      if (log.get(i).key().equals(key) && !isOff(before)) {
        return before.equals(ofSite) ? null : before;
      }
    }
    return isOff(ofSite) ? "enforce" : null;
  }

  private static boolean isOff(String mode) {
    return mode.equalsIgnoreCase(OFF);
  }

  private int switchHere() throws IOException, InterruptedException {
    HostSwitch here = new HostSwitch(on);
    Set<Path> files = file == null ? reported() : Collections.singleton(file.toAbsolutePath());
    Map<String, Boolean> changed = new TreeMap<>();
    for (Path each : files.isEmpty() ? Collections.singleton(locate()) : files) {
      changed.put(each.toString(), here.change(each));
    }
    Map<String, Boolean> followed = new TreeMap<>();
    try (LiveCluster live = change.cluster().connect()) {
      followed.putAll(here.await(live, change.timeoutNanos()));
    } catch (IOException e) {
      System.err.println("argus: " + e.getMessage());
    }
    print(changed, followed);
    boolean done = !followed.isEmpty() && !followed.containsValue(false);
    return (done ? ExitCode.DONE : ExitCode.ATTENTION).code();
  }

  /** The files that region servers of this host name; none if that cannot be read. */
  private Set<Path> reported() throws IOException, InterruptedException {
    Path name = Paths.get(change.site().settings().get(Settings.OFF_FILE)).getFileName();
    try (LiveCluster live = change.cluster().connect()) {
      return HostSwitch.files(live.readReports().readable().values(), name);
    } catch (IOException e) {
      System.err.println("argus: " + e.getMessage());
      return new TreeSet<>();
    }
  }

  private void print(Map<String, Boolean> changed, Map<String, Boolean> followed) {
    List<String> unconfirmed = new ArrayList<>(followed.keySet());
    unconfirmed.removeIf(server -> Boolean.TRUE.equals(followed.get(server)));
    if (change.cluster().json()) {
      Map<String, Object> document = Output.document();
      document.put("files", changed);
      document.put("off", !on);
      document.put("servers", followed.keySet());
      document.put("unconfirmed", unconfirmed);
      System.out.println(Output.json(document));
      return;
    }
    changed.forEach(
        (path, isNew) ->
            System.out.println(
                (on ? "removed " : "created ") + path + (isNew ? "" : " (no change)")));
    System.out.println(
        followed.isEmpty()
            ? "not confirmed: no region server of this host reports to ZooKeeper"
            : unconfirmed.isEmpty()
                ? (on ? "no longer switched off: " : "off: ") + followed.keySet()
                : "not confirmed by " + unconfirmed);
  }

  private Path locate() throws IOException {
    Path path = Paths.get(change.site().settings().get(Settings.OFF_FILE));
    Optional<String> logs = environment("HBASE_LOG_DIR");
    Optional<String> home = environment("HBASE_HOME");
    if (path.isAbsolute()) {
      return path;
    }
    if (!logs.isPresent() && !home.isPresent()) {
      throw new IOException(
          format(
              "%s is '%s', relative to the region server's log directory, and no region server of"
                  + " this host reports: name the file with --file, or set HBASE_LOG_DIR",
              Settings.OFF_FILE.key(), path));
    }
    return logs.map(Paths::get)
        .orElseGet(() -> Paths.get(home.orElse(""), "logs"))
        .resolve(path)
        .toAbsolutePath();
  }

  private static Optional<String> environment(String variable) {
    return Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isEmpty());
  }
}
