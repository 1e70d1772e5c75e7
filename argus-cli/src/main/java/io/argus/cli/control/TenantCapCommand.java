package io.argus.cli.control;

import io.argus.cli.live.ChangeOptions;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "cap",
    header = "Show or change what tenants may do at most.",
    description = {
      "A tenant never does more in the whole cluster, even if it is idle. Each action of a multi is"
          + " an operation, and so is each call of a scan. What is above the cap waits, and is not"
          + " an error. The options given replace the cap that the tenant had; other tenants keep"
          + " theirs. TENANT/CLASS is a class of 'argus tenant class'; what it does counts for its"
          + " tenant's cap, too. Without arguments, shows all caps.",
      "Example: argus tenant cap batch --max-ops 200 --burst 5m"
    })
final class TenantCapCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(arity = "0..1", paramLabel = "TENANT[/CLASS]", description = "Whose cap it is.")
  private @Nullable String tenant;

  @Option(
      names = "--max-ops",
      paramLabel = "NUMBER",
      description = "Operations a second, 0.01 to 1000000000.")
  private @Nullable String operations;

  @Option(
      names = "--max-bytes",
      paramLabel = "NUMBER",
      description = "Bytes of requests and replies a second, 1 to 1000000000000000.")
  private @Nullable String bytes;

  @Option(
      names = "--burst",
      paramLabel = "TIME",
      converter = ChangeOptions.Millis.class,
      description =
          "For how long it saves up what it does not use, such as 300s or 5m, 1d at most"
              + " (default: 1s).")
  private @Nullable Long burstMillis;

  @Option(names = "--remove", description = "Take the tenant's cap away.")
  private boolean remove;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String limits = limits();
    if (tenant == null) {
      require(limits.isEmpty() && !remove, "name the tenant whose cap it is");
      change.show(Settings.TENANT_CAPS);
      return 0;
    }
    String named = tenant;
    TenantId ofTenant = Caps.tenantOf(named);
    require(
        remove == limits.isEmpty(),
        "give --max-ops or --max-bytes, or --remove and no other limit");
    Caps wanted = Settings.TENANT_CAPS.parse(limits);
    int exitCode =
        change.merge(
            Settings.TENANT_CAPS,
            text -> Settings.TENANT_CAPS.parse(text).without(named).with(wanted).toString());
    change.doubt(Collections.singleton(ofTenant));
    return exitCode;
  }

  /** The options, as the setting has them; empty if none is given. */
  private String limits() {
    List<String> limits = new ArrayList<>();
    add(limits, "ops", operations);
    add(limits, "bytes", bytes);
    add(limits, "burst", burstMillis == null ? null : String.valueOf(burstMillis / 1000));
    return String.join(",", limits);
  }

  private void add(List<String> limits, String limit, @Nullable String number) {
    if (number != null) {
      limits.add(tenant + ":" + limit + "=" + number);
    }
  }

  private static void require(boolean right, String complaint) {
    if (!right) {
      throw new IllegalArgumentException(complaint);
    }
  }
}
