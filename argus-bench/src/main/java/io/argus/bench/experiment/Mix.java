package io.argus.bench.experiment;

import io.argus.bench.load.Preset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The workloads that share a cluster, one tenant each, written such as {@code exhot50+uniform200}.
 *
 * <p>Immutable.
 */
public record Mix(List<TenantLoad> tenants) {
  private static final Pattern PART = Pattern.compile("([a-zA-Z]+)-?([0-9]{1,4})");

  public Mix {
    tenants = List.copyOf(tenants);
    if (tenants.isEmpty() || tenants.size() > 26) {
      throw new IllegalArgumentException(
          "a mix of " + tenants.size() + " tenants; must be 1..26 workloads joined by +");
    }
  }

  /** Reads a mix; tenants are called {@code tenanta}, {@code tenantb} and so on in its order. */
  public static Mix parse(String text) {
    List<TenantLoad> tenants = new ArrayList<>();
    for (String part : text.split("\\+", -1)) {
      Matcher matcher = PART.matcher(part.trim());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "mix has the part '" + part + "'; must be a workload and its threads, as uniform200");
      }
      String name = "tenant" + (char) ('a' + tenants.size());
      tenants.add(
          new TenantLoad(name, Preset.named(matcher.group(1)), Integer.parseInt(matcher.group(2))));
    }
    return new Mix(tenants);
  }

  /** Whether any workload changes rows. */
  public boolean writes() {
    return tenants.stream().anyMatch(tenant -> tenant.workload().writes());
  }

  /** The mix as it is written. */
  public String label() {
    return tenants.stream().map(TenantLoad::label).collect(Collectors.joining("+"));
  }
}
