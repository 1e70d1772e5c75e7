package io.argus.cli.control;

import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code argus off} and {@code argus on}: the whole of Argus, on every server or, without needing
 * master or ZooKeeper, on the region servers of this host.
 *
 * <p>Used by one thread.
 */
@Command(
    description = {
      "Makes HBase behave as without Argus (off), or Argus enforce again (on), on every server.",
      "Does not need the master. With --local it needs nothing but the region server's disk."
    },
    mixinStandardHelpOptions = true)
public final class SwitchCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Mixin private SettingsChange change = new SettingsChange();

  @Option(
      names = "--local",
      description =
          "Only the region servers of this host: makes the file argus.off.file, or"
              + " removes it.")
  private boolean local;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "That file, with --local. Without it: argus.off.file of the site file, below $HBASE_LOG_DIR"
              + " or $HBASE_HOME/logs unless absolute.")
  private @Nullable Path file;

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean on = spec != null && spec.name().equals("on");
    if (local) {
      switchHere(on);
      return 0;
    }
    if (file != null) {
      throw new ParameterException(
          Objects.requireNonNull(spec, "spec").commandLine(),
          "--file " + file + " is of the region servers of this host: it needs --local");
    }
    Map<String, @Nullable String> changes = new TreeMap<>();
    changes.put(Settings.MODE.key(), on ? "enforce" : "off");
    return change.makeWithoutMaster(changes);
  }

  private void switchHere(boolean on) throws IOException {
    Path path = file == null ? locate() : file.toAbsolutePath();
    boolean present = Files.exists(path);
    if (on && present) {
      Files.delete(path);
    } else if (!on && !present) {
      Files.createFile(path);
    }
    System.out.println(
        (on ? "removed " : "made ")
            + path
            + (on == present ? "" : " (so it was before)")
            + ": the region servers that look for it follow within a second");
  }

  private Path locate() throws IOException {
    Path path = Path.of(change.site().settings().get(Settings.OFF_FILE));
    String logs = System.getenv("HBASE_LOG_DIR");
    String home = System.getenv("HBASE_HOME");
    if (path.isAbsolute()) {
      return path;
    }
    if (logs == null && home == null) {
      throw new IOException(
          Settings.OFF_FILE.key()
              + " is '"
              + path
              + "', below the region server's log directory: name it with --file, or set"
              + " HBASE_LOG_DIR");
    }
    return (logs == null ? Path.of(String.valueOf(home), "logs") : Path.of(logs)).resolve(path);
  }
}
