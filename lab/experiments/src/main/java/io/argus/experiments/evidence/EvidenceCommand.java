package io.argus.experiments.evidence;

import io.argus.cli.install.ArgusHome;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "evidence",
    description = {
      "Writes the tables of README.md and docs/evidence.md again from what bin/campaign has left in a"
          + " directory, with its commit.",
      "A table for which an entry has not ended remains as it is. What is not made from a campaign is"
          + " listed with the reason."
    },
    exitCodeList = {
      "0:written, or nothing differs",
      "1:failed, or with --check: something differs",
      "2:wrong usage"
    })
public final class EvidenceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The directory of bin/campaign.")
  private Path directory = Path.of("campaign");

  @Option(
      names = "--check",
      description = "Writes nothing. Says which tables are not those of the directory.")
  private boolean check;

  @Override
  public Integer call() throws IOException, InterruptedException {
    RecordedCampaign campaign = RecordedCampaign.open(directory);
    Path checkout = ArgusHome.path();
    if (!isInHistory(checkout, campaign.commit())) {
      throw new IOException(
          "commit of " + directory + " is " + campaign.commit() + "; not in the history of HEAD");
    }
    Evidence evidence = Evidence.of(checkout, campaign, check);
    if (!check) {
      evidence.write();
    }
    evidence.remarks().forEach(System.out::println);
    System.out.println();
    System.out.println("Not made from a campaign:");
    Place.OTHERS.forEach(System.out::println);
    return check && !evidence.differing().isEmpty() ? 1 : 0;
  }

  /** Whether the checkout was at that commit, or has it merged. */
  static boolean isInHistory(Path checkout, String commit)
      throws IOException, InterruptedException {
    return new ProcessBuilder("git", "merge-base", "--is-ancestor", commit, "HEAD")
            .directory(checkout.toFile())
            .redirectError(Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }
}
