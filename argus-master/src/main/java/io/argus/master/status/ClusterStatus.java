package io.argus.master.status;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.annotations.SerializedName;
import io.argus.core.page.ArgusPage;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.text.JsonText;
import io.argus.core.text.Shortened;
import io.argus.master.slo.SloState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state of Argus on a cluster at one moment, as {@code bin/argus status --json} prints it and
 * the web page shows it: the plan, the observed scores, every tenant, every server, all problems.
 *
 * <p>The scores leave out demand-limited tenants. Throughputs are what the servers count.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ClusterStatus {
  static final int MAX_SERVERS = 500;
  static final int MAX_PROBLEMS = 100;

  private static final Gson ONE_LINE =
      new GsonBuilder()
          .registerTypeAdapter(double.class, new FiniteNumber())
          .disableHtmlEscaping()
          .create();

  private static final Gson GSON = ONE_LINE.newBuilder().setPrettyPrinting().create();

  @SuppressWarnings("UnusedVariable") // Only in the JSON.
  private final int version = ArgusPage.JSON_VERSION;

  private final long writtenMillis;
  private final Settings.Mode mode;
  private final long settingsVersion;
  private final boolean authorization;
  private final long planVersion;
  private final Plan.@Nullable Mode planMode;
  private final long planAgeMillis;
  private final String planReason;
  private final double alpha;
  private final double jIndex;
  private final double efficiency;
  private final double dScore;
  private final double minMaxRatio;

  @SerializedName(value = "worstThroughputLoss", alternate = "worstThroughputViolation")
  private final double worstThroughputLoss;

  private final List<TenantStatus> tenants;
  private final List<ServerStatus> servers;

  @SerializedName(value = "slos", alternate = "promises")
  private final @Nullable List<SloState> slos;

  private final List<String> problems;
  private final @Nullable List<String> withoutArgus;
  private final @Nullable MasterSetup master;
  private final @Nullable Headline headline;

  /**
   * @param before the headline of the round before
   */
  ClusterStatus(
      Round round,
      MasterSetup master,
      UnaryOperator<String> serverPages,
      boolean authorization,
      Headline before) {
    Settings settings = round.settings();
    Optional<Plan> plan = round.plan();
    writtenMillis = round.takenMillis;
    mode = settings.get(Settings.MODE);
    settingsVersion = settings.version();
    this.authorization = authorization;
    planVersion = plan.map(Plan::version).orElse(0L);
    planMode = plan.map(Plan::mode).orElse(null);
    planAgeMillis = plan.map(p -> Math.max(0, writtenMillis - p.createdMillis())).orElse(0L);
    planReason = plan.map(p -> p.explanation().reason()).orElse("");
    alpha = settings.get(Settings.ALPHA);
    ObservedScore observed = ObservedScore.of(alpha, round.models());
    jIndex = observed.score.jIndex();
    efficiency = observed.score.efficiency();
    dScore = observed.score.dScore();
    minMaxRatio = observed.minMaxRatio;
    worstThroughputLoss = observed.worstThroughputLoss;
    tenants = Collections.unmodifiableList(TenantStatus.of(round));
    servers = Collections.unmodifiableList(ServerStatus.of(round.usage(), serverPages));
    slos = round.slos;
    problems = round.problems;
    withoutArgus = new ArrayList<>(round.withoutArgus());
    this.master = master;
    headline = Headline.of(this, before);
  }

  public String toJson() {
    return GSON.toJson(this);
  }

  /**
   * Returns the status for {@link #read}: on one line, with at most {@value #MAX_SERVERS} servers,
   * those with a failed component first, and {@value #MAX_PROBLEMS} problems. If it leaves out
   * some, one more problem says so.
   */
  public byte[] toStore() {
    if (servers.size() <= MAX_SERVERS
        && withoutArgus().size() <= MAX_SERVERS
        && problems.size() <= MAX_PROBLEMS) {
      return ONE_LINE.toJson(this).getBytes(StandardCharsets.UTF_8);
    }
    JsonObject shortened = ONE_LINE.toJsonTree(this).getAsJsonObject();
    List<ServerStatus> first = new ArrayList<>(servers);
    first.sort(Comparator.comparing(server -> !server.hasFailure()));
    List<String> said = new ArrayList<>(problems);
    List<String> leftOut = new ArrayList<>();
    shorten(first, MAX_SERVERS, "region servers", leftOut);
    List<String> silent = new ArrayList<>(withoutArgus());
    shorten(silent, MAX_SERVERS, "region servers without Argus", leftOut);
    shorten(said, MAX_PROBLEMS, "problems", leftOut);
    said.addAll(leftOut);
    shortened.add("withoutArgus", ONE_LINE.toJsonTree(silent));
    shortened.add("servers", ONE_LINE.toJsonTree(first));
    shortened.add("problems", ONE_LINE.toJsonTree(said));
    return ONE_LINE.toJson(shortened).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the status for {@link #read} with nothing but these tenants and the state of the plan:
   * no server, problem, reason or score, and no setup of the master.
   *
   * @param scope the headline, which says whose status it is
   */
  public byte[] of(Set<String> names, String scope) {
    JsonObject part = ONE_LINE.toJsonTree(this).getAsJsonObject();
    part.add("tenants", only(names, part.get("tenants")));
    part.add("slos", only(names, ONE_LINE.toJsonTree(slos())));
    part.add("headline", ONE_LINE.toJsonTree(Headline.note(scope)));
    part.addProperty("planReason", "");
    for (String list : Arrays.asList("servers", "problems", "withoutArgus")) {
      part.add(list, new JsonArray());
    }
    for (String score : Arrays.asList("jIndex", "efficiency", "dScore", "minMaxRatio", "master")) {
      part.remove(score);
    }
    part.addProperty(
        "worstThroughputLoss",
        tenants.stream()
            .filter(each -> names.contains(each.tenant()) && !each.isDemandLimited())
            .mapToDouble(TenantStatus::throughputLoss)
            .max()
            .orElse(0));
    return ONE_LINE.toJson(part).getBytes(StandardCharsets.UTF_8);
  }

  private static JsonArray only(Set<String> names, JsonElement ofTenants) {
    JsonArray kept = new JsonArray();
    for (JsonElement each : ofTenants.getAsJsonArray()) {
      if (names.contains(each.getAsJsonObject().get("tenant").getAsString())) {
        kept.add(each);
      }
    }
    return kept;
  }

  private static void shorten(List<?> list, int most, String what, List<String> leftOut) {
    if (list.size() > most) {
      leftOut.add(
          (list.size() - most)
              + " more "
              + what
              + " are left out of the stored status: the master's page shows them");
      list.subList(most, list.size()).clear();
    }
  }

  /**
   * Reads a status.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static ClusterStatus read(byte[] json) {
    ClusterStatus status = JsonText.read(GSON, json, ClusterStatus.class, "status");
    if (status.tenants == null
        || status.servers == null
        || status.problems == null
        || status.mode == null
        || status.planReason == null) {
      throw new IllegalArgumentException(
          "status lacks 'mode', 'planReason', 'tenants', 'servers' or 'problems'");
    }
    require(!status.problems.contains(null), "a problem that is null");
    require(
        status.tenants.stream().allMatch(tenant -> tenant != null && tenant.isSound()),
        "a tenant without a legal 'tenant', or with a part of 'servers' or 'classes' that is none");
    require(
        status.servers.stream().allMatch(server -> server != null && server.isSound()),
        "a server that is null, or with a part of 'components' or 'setup' that is null");
    require(
        status.slos().stream().allMatch(slo -> slo != null && slo.isSound()),
        "an SLO that is null, or lacks a part");
    require(!status.withoutArgus().contains(null), "a server without Argus that is null");
    require(
        status.headline == null || status.headline.isSound(), "a headline without its 'clauses'");
    require(status.master().setup().isComplete(), "a part of the master's 'setup' that is null");
    return status;
  }

  private static void require(boolean sound, String otherwise) {
    if (!sound) {
      throw new IllegalArgumentException("status has " + otherwise);
    }
  }

  public long writtenMillis() {
    return writtenMillis;
  }

  public Settings.Mode mode() {
    return mode;
  }

  /** Version of the settings that operators changed; 0 if they changed none. */
  public long settingsVersion() {
    return settingsVersion;
  }

  /** Whether tools must ask the master for changes, which it makes for administrators only. */
  public boolean authorization() {
    return authorization;
  }

  /** 0 if there is no plan. */
  public long planVersion() {
    return planVersion;
  }

  /** Null if there is no plan. */
  public Plan.@Nullable Mode planMode() {
    return planMode;
  }

  public long planAgeMillis() {
    return planAgeMillis;
  }

  public String planReason() {
    return Shortened.onOneLine(planReason);
  }

  public double alpha() {
    return alpha;
  }

  public double jIndex() {
    return jIndex;
  }

  public double efficiency() {
    return efficiency;
  }

  public double dScore() {
    return dScore;
  }

  /** Least over greatest throughput / isolated throughput of a tenant. */
  public double minMaxRatio() {
    return minMaxRatio;
  }

  public double worstThroughputLoss() {
    return worstThroughputLoss;
  }

  /** In the order of their names. */
  public List<TenantStatus> tenants() {
    return tenants;
  }

  public List<ServerStatus> servers() {
    return servers;
  }

  /** The SLOs, and what tenants have of them. */
  public List<SloState> slos() {
    return slos == null ? Collections.emptyList() : Collections.unmodifiableList(slos);
  }

  /** The tenants with an SLO that is missed. */
  public Set<String> belowSlo() {
    return missedSlos().stream().map(SloState::tenant).collect(Collectors.toSet());
  }

  /** The number of SLOs that are missed. */
  public int slosMissed() {
    return missedSlos().size();
  }

  List<SloState> missedSlos() {
    return slos().stream()
        .filter(each -> each.verdict() == SloState.Verdict.MISSED)
        .collect(Collectors.toList());
  }

  /**
   * Host, port and start code of each region server that is online and does not report: it runs
   * without Argus, or its Argus has failed.
   */
  public List<String> withoutArgus() {
    return withoutArgus == null
        ? Collections.emptyList()
        : Collections.unmodifiableList(withoutArgus);
  }

  /**
   * Returns what an operator must know first, as one sentence; empty if the status does not say.
   *
   * @param clock the text of a time, milliseconds since the epoch
   */
  public String headline(LongFunction<String> clock) {
    return headline == null ? "" : headline.text(clock);
  }

  /** What the headline of the next round follows. */
  Headline headline() {
    return headline == null ? Headline.NONE : headline;
  }

  /** One sentence each; empty if all is well. */
  public List<String> problems() {
    return problems.stream().map(Shortened::onOneLine).collect(Collectors.toList());
  }

  /** {@link MasterSetup#UNKNOWN} if the status does not say. */
  public MasterSetup master() {
    return master == null ? MasterSetup.UNKNOWN : master;
  }
}
