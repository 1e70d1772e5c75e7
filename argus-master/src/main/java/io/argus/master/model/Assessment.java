package io.argus.master.model;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The models of all tenants in one round, and the most handler time that servers were seen to use.
 * A later round takes each tenant's function and bias from it.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Assessment {
  /** The assessment before the first round. */
  public static final Assessment NONE =
      new Assessment(
          Collections.emptyList(), Collections.emptyMap(), Collections.emptyList(), false);

  private final Map<TenantId, TenantModel> models = new LinkedHashMap<>();

  /** The most handler seconds per second seen so far on each server; it decays slowly. */
  final Map<String, Double> peaksByServer;

  private final List<String> problems;
  private final boolean provisional;

  /**
   * @param models in the order of the tenants' names
   */
  Assessment(
      List<TenantModel> models,
      Map<String, Double> peaksByServer,
      List<String> problems,
      boolean provisional) {
    models.forEach(model -> this.models.put(model.tenant(), model));
    this.peaksByServer = peaksByServer;
    this.problems = problems;
    this.provisional = provisional;
  }

  /** Unmodifiable, in the order of the tenants' names. */
  public List<TenantModel> tenants() {
    return Collections.unmodifiableList(new ArrayList<>(models.values()));
  }

  /** The profiles that were measured on other hardware; one sentence each. */
  public List<String> problems() {
    return Collections.unmodifiableList(problems);
  }

  /**
   * Whether the miss-ratio curve of a tenant that could use more will be known soon, while its
   * function still lacks it.
   */
  public boolean isProvisional() {
    return provisional;
  }

  @Nullable TenantModel tenant(TenantId tenant) {
    return models.get(tenant);
  }

  /** The tenant's bias on a server, if it has this function there. */
  OptionalDouble bias(TenantId tenant, String server, String function) {
    PartModel part = part(tenant, server);
    return part != null && part.choice().name.equals(function)
        ? OptionalDouble.of(part.bias())
        : OptionalDouble.empty();
  }

  /** The part of the tenant's operations that the server serves; NaN if it is not known. */
  double demandShare(TenantId tenant, String server) {
    PartModel part = part(tenant, server);
    return part == null ? Double.NaN : part.demandShare();
  }

  private @Nullable PartModel part(TenantId tenant, String server) {
    TenantModel model = models.get(tenant);
    List<PartModel> parts = model == null ? Collections.emptyList() : model.parts();
    int low = 0;
    int high = parts.size() - 1;
    while (low <= high) {
      int middle = (low + high) / 2;
      int order = parts.get(middle).server().compareTo(server);
      if (order == 0) {
        return parts.get(middle);
      }
      low = order < 0 ? middle + 1 : low;
      high = order < 0 ? high : middle - 1;
    }
    return null;
  }
}
