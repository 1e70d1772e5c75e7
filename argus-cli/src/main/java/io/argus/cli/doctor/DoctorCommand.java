package io.argus.cli.doctor;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "doctor",
    header = "Find what is wrong, and the bottleneck of each server.",
    description = {
      "It finds servers without Argus, several versions, misspelt keys, components that do not work,"
          + " keys of HBase that have no effect, unmapped tables, open access rights, and guards"
          + " that have tripped.",
      "Findings that are alike share a line. -o wide has a line for each.",
      "Example: argus doctor -o wide"
    })
public final class DoctorCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Evidence evidence;
    try (LiveCluster live = cluster.connect()) {
      evidence = Evidence.of(live, System.currentTimeMillis());
    }
    Diagnosis diagnosis = Diagnosis.of(evidence);
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("problems", diagnosis.problems());
      document.put("findings", diagnosis.findings());
      System.out.println(Output.json(document));
    } else {
      List<Finding> findings = diagnosis.findings();
      (cluster.wide() ? DoctorText.wide(findings) : DoctorText.lines(findings))
          .forEach(Output::line);
      System.out.printf(
          "%d region servers, %d of them with Argus: %s%n",
          evidence.liveServers().size(),
          evidence.reports().size(),
          diagnosis.problems() == 0 ? "no problems" : diagnosis.problems() + " problems");
    }
    return (diagnosis.problems() == 0 ? ExitCode.DONE : ExitCode.ATTENTION).code();
  }
}
