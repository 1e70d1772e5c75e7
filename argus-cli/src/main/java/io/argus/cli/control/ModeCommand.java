package io.argus.cli.control;

import io.argus.core.settings.ChangeRequest;
import io.argus.core.settings.Settings;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "mode",
    header = "Show the mode, or set it on all servers or some.",
    description = {
      "off: Argus does nothing.",
      "observe: Argus counts and plans. HBase's own call queues and block cache serve the requests.",
      "enforce: Argus applies the reservations.",
      "inherit: with --server or --percent, the mode of the cluster counts there again.",
      "Requests follow a change at once. The block cache is partitioned where a server starts with"
          + " enforce; the command names the servers that wait for a restart. It does not need the"
          + " master.",
      "What decides on a server, the first that is there: 'argus off --local', 'argus mode"
          + " --server', the mode of the cluster, hbase-site.xml. A change of the cluster's mode"
          + " ends the modes of single servers.",
      "Example: argus mode enforce --server rs1,rs2 --guard --for 4h",
      "Example: argus mode enforce --reason 'canary was fine'"
    })
final class ModeCommand implements Callable<Integer> {
  /** The modes as users type them. */
  enum Mode {
    off,
    observe,
    enforce,
    inherit
  }

  /** Which servers, if not all: exactly one of them. */
  static final class Canary {
    @Option(
        names = "--server",
        split = ",",
        paramLabel = "SERVER",
        description =
            "Only on these region servers: host, first part of the host, or host:port, separated by"
                + " commas.")
    private List<String> servers = Collections.emptyList();

    @Option(
        names = "--percent",
        paramLabel = "1..100",
        description =
            "Only on so many percent of the region servers that are up, at least one. A greater"
                + " number adds servers to those of a smaller one.")
    private int percent;
  }

  @Spec private @Nullable CommandSpec spec;

  @Mixin private SettingsChange change = new SettingsChange();

  @ArgGroup private @Nullable Canary canary;

  @Option(
      names = "--guard",
      arity = "0..1",
      paramLabel = "FACTOR",
      fallbackValue = "2",
      description =
          "With --server or --percent: these servers go back by themselves if p99 or errors of a"
              + " tenant rise there by more than FACTOR (default: ${FALLBACK-VALUE}) beyond what"
              + " the other servers show. It needs no master.")
  private double guard;

  @Parameters(
      arity = "0..1",
      paramLabel = "off|observe|enforce|inherit",
      description = "The mode to set. Default: shows the current one.")
  private @Nullable Mode mode;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Mode wanted = mode;
    Canary some = canary;
    requireMeaning(wanted, some);
    if (wanted == null) {
      change.show(Settings.MODE);
      return 0;
    }
    Map<String, @Nullable String> texts =
        Collections.singletonMap(
            Settings.MODE.key(), wanted == Mode.inherit ? null : wanted.name());
    return change.makeWithoutMaster(
        before ->
            some == null
                ? ChangeRequest.of(texts)
                : ChangeRequest.of(texts).on(servers(some, before.servers()), guard));
  }

  private static List<String> servers(Canary some, List<String> live) {
    return some.percent > 0
        ? ServerNames.percent(some.percent, live)
        : ServerNames.named(some.servers, live);
  }

  private void requireMeaning(@Nullable Mode wanted, @Nullable Canary some) {
    require(
        guard == 0 || (some != null && wanted != null && wanted != Mode.inherit),
        "--guard needs a mode to go back from, and --server or --percent");
    require(
        guard == 0 || (guard > 1 && guard <= ChangeRequest.MAX_GUARD),
        "--guard is " + guard + ": must be above 1, at most " + ChangeRequest.MAX_GUARD);
    require(wanted != Mode.inherit || some != null, "inherit needs --server or --percent");
    require(some == null || wanted != null, "--server and --percent need a mode");
    require(
        some == null || !some.servers.isEmpty() || (some.percent >= 1 && some.percent <= 100),
        "--percent must be within 1..100");
  }

  private void require(boolean meant, String otherwise) {
    if (!meant) {
      throw new ParameterException(Objects.requireNonNull(spec, "spec").commandLine(), otherwise);
    }
  }
}
