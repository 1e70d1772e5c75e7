package io.argus.cli.control;

import io.argus.core.promise.Promise;
import io.argus.core.promise.Promises;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "remove", header = "Takes promises to a tenant back.")
final class SloRemoveCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(paramLabel = "TENANT", description = "Whose promises.")
  private String tenant = "";

  @Option(
      names = "--only",
      paramLabel = "ops|p99|get.ops|...",
      description = "Only this promise, as 'argus settings' shows it. Default: all.")
  private @Nullable String only;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TenantId whose = TenantId.of(tenant);
    return change.makePromises(before -> without(before, whose));
  }

  private Promises without(Promises before, TenantId whose) {
    Promises after = before.where(promise -> !isMeant(promise, whose));
    if (after.all().size() == before.all().size()) {
      throw new IllegalArgumentException(
          "nothing "
              + (only == null ? "" : "like '" + only + "' ")
              + "is promised to "
              + whose
              + ": promises are "
              + (before.isEmpty() ? "none" : before));
    }
    return after;
  }

  private boolean isMeant(Promise promise, TenantId whose) {
    String prefix = whose + ":" + (only == null ? "" : only.toLowerCase(Locale.ROOT) + "=");
    return promise.tenant().equals(whose) && promise.toString().startsWith(prefix);
  }
}
