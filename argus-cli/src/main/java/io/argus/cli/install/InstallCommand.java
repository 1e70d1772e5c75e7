package io.argus.cli.install;

import io.argus.core.link.Linkage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
    header = "Put Argus into an HBase installation, or take it out.",
    description = {
      "Run it on every master and region server, then restart them one after another. A server that"
          + " is not restarted yet runs as before. A new installation observes: HBase's own call"
          + " queues and block cache serve all requests until 'argus mode enforce'.",
      "Example: argus install --hbase-home /opt/hbase --dry-run",
      "Example: argus install --hbase-home /opt/hbase --undo"
    },
    showDefaultValues = true)
public final class InstallCommand implements Callable<Integer> {

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--hbase", paramLabel = HBaseRelease.NAMES, description = HBaseRelease.OPTION)
  private String hbase = "2.6";

  @Option(
      names = "--print",
      description = "Print the jar's path and the properties that hbase-site.xml needs.")
  private boolean print;

  @Option(
      names = "--hbase-home",
      paramLabel = "DIR",
      description = "The installation: the directory with lib and conf/hbase-site.xml.")
  private @Nullable Path home;

  @Option(names = "--dry-run", description = "Print what would be done, and do nothing.")
  private boolean dryRun;

  @Option(
      names = "--force",
      description =
          "Installs it also into a version or build of HBase that is not proven, or that lacks"
              + " something that Argus needs. The components that need it then fail, and name it.")
  private boolean force;

  @Option(names = "--undo", description = "Take Argus out of the installation again.")
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
        requireFits(home, release);
        installation.ineffectiveKeys().forEach(System.out::println);
      }
      change(installation, release);
    }
    return 0;
  }

  /** Refuses an HBase on which Argus is not proven, unless the operator insists. */
  private void requireFits(Path home, HBaseRelease release) throws IOException {
    List<String> doubts = new ArrayList<>(release.requireFits(home));
    Linkage linkage = HBaseJars.link(home, release.jar()).orElse(null);
    if (linkage == null) {
      System.out.println(
          "the classes of HBase are not in "
              + home
              + ": not checked if they have all that Argus"
              + " needs. A server checks it when it starts");
    } else {
      if (!linkage.missing().isEmpty()) {
        doubts.add("this HBase lacks " + Linkage.text(linkage.missing()));
      }
      for (String component : linkage.components()) {
        if (linkage.isOptional(component) && !linkage.missing(component).isEmpty()) {
          System.out.println(
              "do not use the optional component "
                  + component
                  + " here: this HBase lacks "
                  + Linkage.text(linkage.missing(component)));
        }
      }
    }
    if (!doubts.isEmpty() && !force) {
      throw new IOException(
          String.join("; ", doubts)
              + " (nothing was changed; --force installs Argus nevertheless: what needs a missing"
              + " member fails and names it, and HBase does that part itself)");
    }
    doubts.forEach(System.out::println);
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
