package io.argus.cli.control;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "share",
    header = "Show or change the weights by which tenants share the cluster.",
    description = {
      "Of tenants that all ask for more than they get, one of weight 3 keeps three times as large a"
          + " part of its isolated throughput as one of weight 1. What a tenant does not use, others"
          + " have. Tenants that are not named keep their weights; without arguments, shows them.",
      "Example: argus tenant share shop=3 search=2 batch=1"
    })
final class TenantShareCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "0..*",
      paramLabel = "TENANT=WEIGHT",
      description = "A tenant and its weight, 0.001 to 1000; 1 takes it off the list.")
  private List<String> weights = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (weights.isEmpty()) {
      change.show(Settings.TENANT_SHARES);
      return 0;
    }
    Map<TenantId, Double> wanted = Settings.TENANT_SHARES.parse(String.join(",", weights));
    int exitCode = change.merge(Settings.TENANT_SHARES, text -> with(text, wanted));
    change.doubt(wanted.keySet());
    return exitCode;
  }

  /** The list with other weights of some tenants. */
  private static String with(String list, Map<TenantId, Double> wanted) {
    Map<TenantId, Double> merged = new TreeMap<>(Settings.TENANT_SHARES.parse(list));
    merged.putAll(wanted);
    merged.values().removeIf(weight -> weight == 1);
    return merged.entrySet().stream()
        .map(each -> each.getKey() + "=" + number(each.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String number(double weight) {
    return BigDecimal.valueOf(weight).stripTrailingZeros().toPlainString();
  }
}
