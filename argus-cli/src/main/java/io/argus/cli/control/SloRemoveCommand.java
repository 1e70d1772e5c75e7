package io.argus.cli.control;

import io.argus.core.slo.Slo;
import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    header = "Remove SLOs of a tenant.",
    description = "Example: argus slo remove shop --only get.ops")
final class SloRemoveCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(paramLabel = "TENANT", description = "The tenant whose SLOs are removed.")
  private String tenant = "";

  @Option(
      names = "--only",
      paramLabel = "ops|p99|get.ops|...",
      description = "Only this SLO, as 'argus settings' shows it. Default: all.")
  private @Nullable String only;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TenantId whose = TenantId.of(tenant);
    return change.changeSlos(before -> without(before, whose));
  }

  private Slos without(Slos before, TenantId whose) {
    Slos after = before.where(slo -> !isMeant(slo, whose));
    if (after.all().size() == before.all().size()) {
      throw new IllegalArgumentException(
          "no SLO of "
              + whose
              + (only == null ? "" : " begins with '" + only + "'")
              + ": SLOs are "
              + (before.isEmpty() ? "none" : before));
    }
    return after;
  }

  private boolean isMeant(Slo slo, TenantId whose) {
    String prefix = whose + ":" + (only == null ? "" : only.toLowerCase(Locale.ROOT) + "=");
    return slo.tenant().equals(whose) && slo.toString().startsWith(prefix);
  }
}
