package io.argus.experiments.scenario;

import io.argus.bench.incident.KillExperiment;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "kill",
    description = {
      "The last region server is killed under load.",
      "It prints how soon HBase notices, how soon the plan follows, and each tenant's part of what the"
          + " remaining servers read beside its share there, before and after.",
      "With --with-master the master is killed with it, and a new one starts later. Nobody serves the"
          + " regions of the killed server meanwhile."
    },
    exitCodeList = {
      "0:the plan follows within 15 s, and no tenant is below half its share",
      "1:failed, or it is not so",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class KillCommand implements Callable<Integer> {
  private static final String MIX = "uniform50{10/10/80}+uniform200{80/10/10}+uniform50";

  /** Two tenants without a region on the last server, and one with. */
  private static final String MIX_WITH_MASTER = "uniform50{50/50/0}+uniform200{50/50/0}+uniform50";

  @Mixin private IncidentOptions options = new IncidentOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "MIX",
      showDefaultValue = Visibility.NEVER,
      description =
          "A workload mix, as in 'argus-bench'. Default: "
              + MIX
              + "; with the master "
              + MIX_WITH_MASTER
              + ".")
  private @Nullable String mix;

  @Option(names = "--with-master", description = "Also kills the master.")
  private boolean withMaster;

  @Option(names = "--before", paramLabel = "S", description = "Seconds before the kill.")
  private int beforeSeconds = 80;

  @Option(
      names = "--without",
      paramLabel = "S",
      description = "Seconds until a new master starts, if the master is killed.")
  private int masterlessSeconds = 40;

  @Option(
      names = "--after",
      paramLabel = "S",
      description = "Seconds after the kill, or after the start of the new master.")
  private int afterSeconds = 90;

  @Option(
      names = "--session-timeout",
      paramLabel = "S",
      description =
          "HBase's zookeeper.session.timeout: HBase does not notice earlier that a server is dead. Its"
              + " own default is 90 s.")
  private int sessionSeconds = 5;

  @Override
  public Integer call() throws IOException {
    String usual = withMaster ? MIX_WITH_MASTER : MIX;
    return options.run(
        WorkloadMix.parse(mix == null ? usual : mix),
        Map.of(
            "zookeeper.session.timeout",
            Integer.toString(1000 * sessionSeconds),
            "hbase.zookeeper.property.tickTime",
            "1000"),
        servers ->
            new KillExperiment(
                    servers, beforeSeconds, withMaster ? masterlessSeconds : 0, afterSeconds)
                .run());
  }
}
