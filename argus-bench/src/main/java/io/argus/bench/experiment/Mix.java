package io.argus.bench.experiment;

import io.argus.bench.load.Preset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The workloads that share a cluster, one tenant each, written such as {@code exhot50+uniform200};
 * {@code exhot50@8000} are 50 threads that ask for 8000 operations a second together.
 *
 * @param label the mix in reports
 *     <p>Immutable.
 */
public record Mix(String label, List<TenantLoad> tenants) {
  private static final Pattern PART =
      Pattern.compile("([a-zA-Z]+)-?([0-9]{1,4})(?:@([0-9]{1,9}))?");

  public Mix {
    tenants = List.copyOf(tenants);
    if (tenants.isEmpty() || tenants.size() > 26) {
      throw new IllegalArgumentException(
          "a mix of " + tenants.size() + " tenants; must be 1..26 workloads joined by +");
    }
    if (tenants.stream().map(TenantLoad::name).distinct().count() < tenants.size()) {
      throw new IllegalArgumentException(
          "tenants are "
              + tenants.stream().map(TenantLoad::name).toList()
              + "; must each have a name of their own");
    }
  }

  /** Reads a mix; tenants are called {@code tenanta}, {@code tenantb} and so on in its order. */
  public static Mix parse(String text) {
    List<TenantLoad> tenants = new ArrayList<>();
    for (String part : text.split("\\+", -1)) {
      Matcher matcher = PART.matcher(part.trim());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "mix has the part '"
                + part
                + "'; must be a workload and its threads, as uniform200, and perhaps how many"
                + " operations a second they ask for, as exhot50@8000");
      }
      String name = "tenant" + (char) ('a' + tenants.size());
      Preset workload = Preset.named(matcher.group(1));
      double target = matcher.group(3) == null ? 0 : Double.parseDouble(matcher.group(3));
      tenants.add(
          new TenantLoad(name, workload, Integer.parseInt(matcher.group(2))).withTarget(target));
    }
    return of(tenants);
  }

  /** The mix of those tenants, called by their loads. */
  public static Mix of(List<TenantLoad> tenants) {
    return new Mix(
        tenants.stream().map(TenantLoad::label).collect(Collectors.joining("+")), tenants);
  }

  /** The seven mixes of the published isolated throughputs. */
  public static List<Mix> standard() {
    return Stream.of(
            "uniform50+uniform200",
            "hot50+uniform50",
            "exhot50+uniform200",
            "uniform50+scan200",
            "exhot50+scan200",
            "uniform50+rw200",
            "exhot50+rw200")
        .map(Mix::parse)
        .toList();
  }

  /** Whether any workload changes rows. */
  public boolean writes() {
    return tenants.stream().anyMatch(tenant -> tenant.workload().writes());
  }

  /** Differs where the tenants do something else. */
  String digest(long usualRows) {
    String works =
        tenants.stream()
            .map(tenant -> tenant + " " + tenant.work(usualRows))
            .collect(Collectors.joining());
    return String.format("-%08x", works.hashCode());
  }
}
