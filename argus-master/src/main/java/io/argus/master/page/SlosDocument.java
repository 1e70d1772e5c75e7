package io.argus.master.page;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.settings.Settings;
import io.argus.core.slo.Slo;
import io.argus.core.slo.Slos;
import io.argus.core.text.Text;
import io.argus.master.model.CpuShares;
import io.argus.master.model.TenantModel;
import io.argus.master.slo.Shortfall;
import io.argus.master.slo.SloFit;
import io.argus.master.slo.SloThroughput;
import io.argus.master.status.Round;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The document {@code slos.json}: whether SLOs could be met together, and what is missing.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class SlosDocument {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  @SuppressWarnings("UnusedVariable") // Only in the JSON.
  private static final class Answer {
    private final int version = ArgusPage.JSON_VERSION;
    private final String slos;
    private final boolean meetsAll;
    private final List<Shortfall> shortfalls;
    private final SortedSet<String> unknown = new TreeSet<>();

    /**
     * @param models with what the SLOs ask of the planner now
     */
    Answer(Slos slos, List<TenantModel> models, SloFit fit) {
      this.slos = slos.toString();
      this.meetsAll = fit.meetsAll();
      this.shortfalls = fit.shortfalls();
      fit.unknown().forEach(tenant -> unknown.add(tenant.name()));
      for (TenantModel model : models) {
        // An SLO of a kind that it does not ask for now asks for nothing.
        if (model.sloThroughput() == 0 && !slos.of(model.tenant()).isEmpty()) {
          unknown.add(model.tenant().name());
        }
      }
    }
  }

  private SlosDocument() {}

  /**
   * Parameter slos, as in {@code argus.slos}; those in force without it.
   *
   * @throws IllegalArgumentException if a tenant is not known
   */
  static String toJson(Round now, PageQuery query) {
    Slos slos = query.parameter("slos").map(Slos::parse).orElse(now.settings().get(Settings.SLOS));
    Set<String> known = new TreeSet<>();
    now.models().forEach(model -> known.add(model.tenant().name()));
    for (Slo slo : slos.all()) {
      if (!known.contains(slo.tenant().name())) {
        throw new IllegalArgumentException(
            "tenant "
                + slo.tenant()
                + " is not known: "
                + Text.instead(slo.tenant().name(), known));
      }
    }
    List<TenantModel> models = CpuShares.planned(SloThroughput.of(now.models(), now.usage(), slos));
    return GSON.toJson(new Answer(slos, models, SloFit.of(models)));
  }
}
