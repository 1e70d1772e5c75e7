package io.argus.cli.control;

import static io.argus.core.text.Text.format;

import io.argus.core.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.Objects;
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
@Command(
    description = {
      "Makes HBase behave as without Argus (off), or makes Argus enforce again (on), on every server.",
      "It does not need the master. With --local it does not need ZooKeeper either."
    })
public final class SwitchCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Mixin private SettingsChange change = new SettingsChange();

  @Option(
      names = "--local",
      description =
          "Switches only the region servers of this host: creates the file argus.off.file, or"
              + " removes it.")
  private boolean local;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "The file for --local. Default: argus.off.file of the site file, below $HBASE_LOG_DIR or"
              + " $HBASE_HOME/logs unless absolute.")
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
    return change.makeWithoutMaster(
        Collections.singletonMap(Settings.MODE.key(), on ? "enforce" : "off"));
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
        (on ? "removed " : "created ")
            + path
            + (on == present ? "" : " (no change)")
            + ": the region servers of this host follow within a second");
  }

  private Path locate() throws IOException {
    Path path = Paths.get(change.site().settings().get(Settings.OFF_FILE));
    String logs = System.getenv("HBASE_LOG_DIR");
    String home = System.getenv("HBASE_HOME");
    if (path.isAbsolute()) {
      return path;
    }
    if (logs == null && home == null) {
      throw new IOException(
          format(
              "%s is '%s', relative to the region server's log directory: name the file with"
                  + " --file, or set HBASE_LOG_DIR",
              Settings.OFF_FILE.key(), path));
    }
    return (logs == null ? Paths.get(String.valueOf(home), "logs") : Paths.get(logs)).resolve(path);
  }
}
