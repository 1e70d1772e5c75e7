package io.argus.cli.control;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import io.argus.core.settings.ChangeRequest;
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
      header = "Switch Argus off on every server.",
      description = {
        "At once, HBase schedules all requests itself. A block cache that Argus has partitioned"
            + " stays Argus's, without partitions, until its server restarts; the command names"
            + " these servers.",
        "It does not need the master. With --local it changes no other host. 'argus on'"
            + " takes it back. It ends the modes that 'argus mode --server' set.",
        "Example: argus off --for 30m --reason 'is Argus the cause?'",
        "Example: argus off --local"
      })
  static final class Off extends SwitchCommand {
    Off() {
      super(false);
    }
  }

  /** {@code argus on}. */
  @Command(
      name = "on",
      header = "Restore the mode that was in force before 'off'.",
      description = {
        "If the log of changes does not have it: that of hbase-site.xml, or enforce if that is off.",
        "If the mode is not off, nothing changes.",
        "It does not need the master. With --local it changes no other host.",
        "Example: argus on --reason \"the network is back\""
      })
  static final class On extends SwitchCommand {
    On() {
      super(true);
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (local) {
      require(!change.isStored(), "--for and --reason are kept with the cluster, not with --local");
      return switchHere();
    }
    require(
        file == null,
        "--file " + file + " is of the region servers of this host: it needs --local");
    return change.makeWithoutMaster(
        before ->
            ChangeRequest.of(
                on
                    ? modeBeforeOff(before.overrides(), before.site(), System.currentTimeMillis())
                    : Collections.singletonMap(Settings.MODE.key(), OFF)));
  }

  /**
   * What {@code on} changes: nothing if the mode is not off. An off that would end by itself ends
   * now.
   *
   * @return the text of the mode, null if {@code hbase-site.xml} decides it
   */
  static Map<String, @Nullable String> modeBeforeOff(
      SettingsOverrides overrides, Settings site, long nowMillis) {
    String key = Settings.MODE.key();
    String ofSite = site.text(key);
    if (!isOff(overrides.values(nowMillis).getOrDefault(key, ofSite))) {
      return Collections.emptyMap();
    }
    String beneath = overrides.values().get(key);
    if (!isOff(beneath == null ? ofSite : beneath)) {
      return Collections.singletonMap(key, beneath);
    }
    return Collections.singletonMap(key, lastThatWasNotOff(overrides, ofSite));
  }

  private static @Nullable String lastThatWasNotOff(SettingsOverrides overrides, String ofSite) {
    List<SettingsOverrides.Change> log = overrides.log();
    for (int i = log.size() - 1; i >= 0; i--) {
      SettingsOverrides.Change change = log.get(i);
      boolean ofAll = change.key().equals(Settings.MODE.key()) && change.server().isEmpty();
      if (ofAll && !isOff(change.before())) {
        return change.before().equals(ofSite) ? null : change.before();
      }
    }
    return isOff(ofSite) ? "enforce" : null;
  }

  private static boolean isOff(String mode) {
    return mode.equalsIgnoreCase(OFF);
  }

  private void require(boolean meant, String otherwise) {
    if (!meant) {
      throw new ParameterException(Objects.requireNonNull(spec, "spec").commandLine(), otherwise);
    }
  }

  private int switchHere() throws IOException, InterruptedException {
    HostSwitch here = new HostSwitch(on);
    Set<Path> files = file == null ? reported() : Collections.singleton(file.toAbsolutePath());
    Map<String, Boolean> changed = new TreeMap<>();
    if (change.dryRun()) {
      (files.isEmpty() ? Collections.singleton(locate()) : files)
          .forEach(
              each -> System.out.println("dry run: would " + (on ? "remove " : "create ") + each));
      return ExitCode.DONE.code();
    }
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
