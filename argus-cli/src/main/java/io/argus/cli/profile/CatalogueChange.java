package io.argus.cli.profile;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.ChangeOptions;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.core.settings.ChangeRequest;
import io.argus.master.plans.ClusterCatalogue;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** One change of the cluster's catalogue of profiles by a command. Used by one thread. */
final class CatalogueChange {
  private static final byte[] NOTHING = {};

  private final ReadOptions cluster;
  private final ChangeOptions how;

  CatalogueChange(ReadOptions cluster, ChangeOptions how) {
    this.cluster = cluster;
    this.how = how;
  }

  /**
   * Makes the change, and returns the exit code.
   *
   * @param done to the profile, for the log, such as {@code removed}
   */
  int make(String profile, String done, UnaryOperator<byte[]> change)
      throws IOException, InterruptedException {
    try (LiveCluster live = how.connect(cluster)) {
      if (how.dryRun()) {
        byte[] after = change.apply(live.read(ClusterCatalogue.DOCUMENT).orElse(NOTHING));
        System.err.println(
            format(
                "argus: dry run, nothing was changed: profile %s would be %s, the catalogue have %,d"
                    + " bytes",
                profile, done, after.length));
      } else {
        how.confirm("profile " + profile + " " + done + ", for all tenants");
        live.update(ClusterCatalogue.DOCUMENT, change);
        live.settings()
            .note(ChangeRequest.note("profile " + profile, "", done).because(how.reason()));
      }
      ProfileListCommand.print(live, cluster.json());
    }
    return 0;
  }
}
