package io.argus.master.page;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.core.documents.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.core.page.PageQuery;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.settings.Settings;
import io.argus.master.decision.Prediction;
import io.argus.master.decision.WhatIf;
import io.argus.master.status.Round;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The document {@code what-if.json}: what other shares, weights or another alpha would bring, and
 * the plan that would put these shares in force.
 *
 * <p>Safe for use by any thread.
 */
final class WhatIfDocument {
  /** Fixed, so that the same question has the same answer. */
  private static final long SEED = 1;

  private final ComputedAnswers answers;

  WhatIfDocument(ComputedAnswers answers) {
    this.answers = answers;
  }

  /**
   * Parameters {@code argus.alpha} and {@code argus.tenant.shares}; each other one is a tenant with
   * its shares, such as {@code alice=0.6/0.5}, or {@code alice@rs1=0.6/0.5} for one server. Without
   * a tenant it predicts what the planner would choose.
   */
  String toJson(Round now, PageQuery query) {
    WhatIf whatIf = WhatIf.of(now.models(), now.plan(), now.settings());
    Map<String, String> asked = new TreeMap<>(query.parameters());
    String alpha = asked.remove(Settings.ALPHA.key());
    String weights = asked.remove(Settings.TENANT_SHARES.key());
    WhatIf weighted =
        weights == null ? whatIf : whatIf.weights(Settings.TENANT_SHARES.parse(weights));
    WhatIf question = alpha == null ? weighted : weighted.alpha(Settings.ALPHA.parse(alpha));
    return asked.isEmpty()
        ? answers.get(
            "what-if " + new TreeMap<>(query.parameters()),
            String.class,
            () -> json(question.planned(SEED)).toString())
        : reserving(question, asked);
  }

  private static JsonObject json(Prediction prediction) {
    JsonObject document = new JsonObject();
    document.addProperty("version", ArgusPage.JSON_VERSION);
    prediction
        .toJson()
        .entrySet()
        .forEach(member -> document.add(member.getKey(), member.getValue()));
    return document;
  }

  private static String reserving(WhatIf whatIf, Map<String, String> shares) {
    AskedShares asked = new AskedShares(shares, whatIf.servers());
    JsonObject document = json(whatIf.reserving(asked.clusterWide, asked.byServer));
    Plan plan =
        whatIf
            .changing(asked.clusterWide, asked.byServer)
            .plan(0, Plan.Mode.PINNED, 0, true, PlanExplanation.because("what-if"));
    String written = new String(WireFormat.write(plan), StandardCharsets.UTF_8);
    document.add("plan", JsonParser.parseString(written));
    return document.toString();
  }
}
