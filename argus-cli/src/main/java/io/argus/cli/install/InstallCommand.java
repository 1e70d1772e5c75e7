package io.argus.cli.install;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "install",
    header = "Puts Argus into an HBase installation, or takes it out.",
    description =
        "Run it on every master and region server, then restart them one after another. A server that"
            + " is not restarted yet runs as before.",
    showDefaultValues = true)
public final class InstallCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--hbase", paramLabel = HBaseRelease.NAMES, description = HBaseRelease.OPTION)
  private String hbase = "2.6";

  @Option(
      names = "--print",
      description = "Prints the jar's path and the properties that hbase-site.xml needs.")
  private boolean print;

  @Option(
      names = "--hbase-home",
      paramLabel = "DIR",
      description = "The installation: the directory with lib and conf/hbase-site.xml.")
  private @Nullable Path home;

  @Option(names = "--dry-run", description = "Prints what would be done, and does nothing.")
  private boolean dryRun;

  @Option(names = "--undo", description = "Takes Argus out of the installation again.")
  private boolean undo;

  @Override
  public Integer call() throws IOException {
    HBaseRelease release = HBaseRelease.named(hbase);
    Path home = this.home;
    if (print) {
      print(release);
    } else if (home == null) {
      throw usage("--print or --hbase-home DIR is missing: give one of them");
    } else {
      Installation installation = new Installation(home, release.hooks());
      if (!undo) {
        release.requireFits(home).forEach(System.out::println);
        installation.ineffectiveKeys().forEach(System.out::println);
      }
      change(installation, release);
    }
    return 0;
  }

  private static void print(HBaseRelease release) throws IOException {
    Path jar = release.jar();
    System.out.println("<!-- On every master and region server, with this jar on the class path:");
    System.out.println("     " + jar + " -->");
    release
        .keys()
        .forEach(
            (key, value) ->
                System.out.printf(
                    "<property>%n  <name>%s</name>%n  <value>%s</value>%n</property>%n",
                    key, value));
  }

  private void change(Installation installation, HBaseRelease release) throws IOException {
    List<String> steps =
        undo ? installation.undo(dryRun) : installation.install(release.jar(), dryRun);
    for (String step : steps) {
      System.out.println((dryRun ? "would " : "") + step);
    }
    if (steps.isEmpty()) {
      System.out.println("nothing to undo: Argus is not installed there");
    } else if (!dryRun) {
      System.out.println("done; takes effect when the HBase server is restarted");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec, "spec").commandLine(), message);
  }
}
