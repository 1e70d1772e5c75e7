package io.argus.bench.run;

import static io.argus.core.text.Text.format;

import io.argus.core.text.Shortened;
import io.argus.load.client.TableWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The workloads that share a cluster, one tenant each, written such as {@code exhot50+uniform200};
 * {@code exhot50@8000} are 50 threads whose demand together is 8000 operations a second, {@code
 * uniform50{80/10/10}} has 80 % of its rows on the first of three region servers, and {@code
 * cached-scan200} are 200 threads of such {@link io.argus.load.client.Requests}.
 *
 * @param label the name in reports
 */
public record WorkloadMix(String label, List<TenantWorkload> tenants) {
  private static final Pattern PART =
      Pattern.compile("([a-zA-Z-]*[a-zA-Z])-?([0-9]{1,4})(?:@([0-9]{1,9}))?(?:\\{([0-9./ ]+)\\})?");

  public WorkloadMix {
    tenants = List.copyOf(tenants);
    if (tenants.isEmpty() || tenants.size() > 26) {
      throw new IllegalArgumentException(
          "workload mix has " + tenants.size() + " tenants; must be 1..26 workloads joined by +");
    }
    if (tenants.stream().map(TenantWorkload::name).distinct().count() < tenants.size()) {
      throw new IllegalArgumentException(
          "tenants are "
              + tenants.stream().map(TenantWorkload::name).toList()
              + "; must all have different names");
    }
  }

  /** Reads a mix; tenants are called {@code tenanta}, {@code tenantb} and so on in its order. */
  public static WorkloadMix parse(String text) {
    List<TenantWorkload> tenants = new ArrayList<>();
    for (String part : text.split("\\+", -1)) {
      Matcher matcher = PART.matcher(part.trim());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "workload mix has the part '"
                + Shortened.of(part)
                + "'; must be a workload and its threads, such as uniform200, and optionally its"
                + " demand in operations a second, such as exhot50@8000, and the part of its rows on"
                + " each region server, such as uniform50{80/10/10}");
      }
      String name = "tenant" + (char) ('a' + tenants.size());
      TableWorkload workload = TableWorkload.named(matcher.group(1));
      double target = matcher.group(3) == null ? 0 : Double.parseDouble(matcher.group(3));
      Placement placement =
          matcher.group(4) == null ? Placement.EVEN : Placement.parse(matcher.group(4));
      tenants.add(
          new TenantWorkload(name, workload, Integer.parseInt(matcher.group(2)))
              .withTarget(target)
              .placed(placement));
    }
    return of(tenants);
  }

  /** The mix of those tenants, named after their workloads. */
  public static WorkloadMix of(List<TenantWorkload> tenants) {
    return new WorkloadMix(
        tenants.stream().map(TenantWorkload::label).collect(Collectors.joining("+")), tenants);
  }

  /** The seven workload mixes of the published experiments. */
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

  /** A digest of the tenants and their work. */
  public String digest(long usualRows) {
    String works =
        tenants.stream()
            .map(tenant -> tenant + " " + tenant.work(usualRows))
            .collect(Collectors.joining());
    return format("-%08x", works.hashCode());
  }
}
