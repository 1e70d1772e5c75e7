package io.argus.master.page;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.promise.Promise;
import io.argus.core.promise.Promises;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import io.argus.master.promises.PromiseFit;
import io.argus.master.promises.PromisedThroughput;
import io.argus.master.promises.Shortfall;
import io.argus.master.status.Round;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The document {@code promises.json}: whether promises could be kept together, and what is missing.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class PromisesDocument {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  @SuppressWarnings("UnusedVariable") // Only in the JSON.
  private static final class Answer {
    private final int version = ArgusPage.JSON_VERSION;
    private final String promises;
    private final boolean keepsAll;
    private final List<Shortfall> shortfalls;
    private final SortedSet<String> unknown = new TreeSet<>();

    /**
     * @param models with what the promises ask of the planner now
     */
    Answer(Promises promises, List<TenantModel> models, PromiseFit fit) {
      this.promises = promises.toString();
      this.keepsAll = fit.keepsAll();
      this.shortfalls = fit.shortfalls();
      fit.unknown().forEach(tenant -> unknown.add(tenant.name()));
      for (TenantModel model : models) {
        // A promise of a kind that it does not ask for now asks for nothing.
        if (model.promised() == 0 && !promises.of(model.tenant()).isEmpty()) {
          unknown.add(model.tenant().name());
        }
      }
    }
  }

  private PromisesDocument() {}

  /**
   * Parameter promises, as in {@code argus.promises}; those in force without it.
   *
   * @throws IllegalArgumentException if a tenant is not known
   */
  static String toJson(Round now, PageQuery query) {
    Promises promises =
        query
            .parameter("promises")
            .map(Promises::parse)
            .orElse(now.settings().get(Settings.PROMISES));
    Set<TenantId> known = new TreeSet<>();
    now.models().forEach(model -> known.add(model.tenant()));
    for (Promise promise : promises.all()) {
      if (!known.contains(promise.tenant())) {
        throw new IllegalArgumentException(
            "tenant " + promise.tenant() + " is not known: must be one of " + known);
      }
    }
    List<TenantModel> models = PromisedThroughput.of(now.models(), now.usage(), promises);
    return GSON.toJson(new Answer(promises, models, PromiseFit.of(models)));
  }
}
