package io.argus.bench.run;

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
public record WorkloadMix(String label, List<TenantWorkload> tenants) {
  private static final Pattern PART =
      Pattern.compile("([a-zA-Z]+)-?([0-9]{1,4})(?:@([0-9]{1,9}))?");

  public WorkloadMix {
    tenants = List.copyOf(tenants);
    if (tenants.isEmpty() || tenants.size() > 26) {
      throw new IllegalArgumentException(
          "a mix of " + tenants.size() + " tenants; must be 1..26 workloads joined by +");
    }
    if (tenants.stream().map(TenantWorkload::name).distinct().count() < tenants.size()) {
      throw new IllegalArgumentException(
          "tenants are "
              + tenants.stream().map(TenantWorkload::name).toList()
              + "; must each have a name of their own");
    }
  }

  /** Reads a mix; tenants are called {@code tenanta}, {@code tenantb} and so on in its order. */
  public static WorkloadMix parse(String text) {
    List<TenantWorkload> tenants = new ArrayList<>();
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
          new TenantWorkload(name, workload, Integer.parseInt(matcher.group(2)))
              .withTarget(target));
    }
    return of(tenants);
  }

  /** The mix of those tenants, called by their loads. */
  public static WorkloadMix of(List<TenantWorkload> tenants) {
    return new WorkloadMix(
        tenants.stream().map(TenantWorkload::label).collect(Collectors.joining("+")), tenants);
  }

  /** The seven mixes of the published isolated throughputs. */
  public static List<WorkloadMix> standard() {
    return Stream.of(
            "uniform50+uniform200",
            "hot50+uniform50",
            "exhot50+uniform200",
            "uniform50+scan200",
            "exhot50+scan200",
            "uniform50+rw200",
            "exhot50+rw200")
        .map(WorkloadMix::parse)
        .toList();
  }

  /** Whether any workload changes rows. */
  public boolean writes() {
    return tenants.stream().anyMatch(tenant -> tenant.workload().writes());
  }

  /** Differs where the tenants do something else. */
  public String digest(long usualRows) {
    String works =
        tenants.stream()
            .map(tenant -> tenant + " " + tenant.work(usualRows))
            .collect(Collectors.joining());
    return String.format("-%08x", works.hashCode());
  }
}
