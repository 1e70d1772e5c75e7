package io.argus.master.status;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import io.argus.core.page.ArgusPage;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.master.decision.ObservedScore;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of Argus on a cluster at one moment, as {@code bin/argus status --json} prints it and
 * the web page shows it: the plan, the observed scores, every tenant, every server, all problems.
 *
 * <p>Scores are over the tenants that are not slow; throughputs are counted by the servers.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ClusterStatus {
  private static final Gson ONE_LINE =
      new GsonBuilder()
          .registerTypeAdapter(double.class, new FiniteNumber())
          .disableHtmlEscaping()
          .create();

  private static final Gson GSON = ONE_LINE.newBuilder().setPrettyPrinting().create();

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
  private final double worstThroughputViolation;
  private final List<TenantStatus> tenants;
  private final List<ServerStatus> servers;
  private final List<String> problems;
  private final @Nullable MasterSetup master;

  ClusterStatus(Builder builder) {
    writtenMillis = builder.writtenMillis;
    mode = builder.mode;
    settingsVersion = builder.settingsVersion;
    authorization = builder.authorization;
    planVersion = builder.plan == null ? 0 : builder.plan.version();
    planMode = builder.plan == null ? null : builder.plan.mode();
    planAgeMillis =
        builder.plan == null ? 0 : Math.max(0, writtenMillis - builder.plan.createdMillis());
    planReason = builder.plan == null ? "" : builder.plan.explanation().reason();
    alpha = builder.alpha;
    ObservedScore score = ObservedScore.of(alpha, builder.models);
    jIndex = score.jIndex();
    efficiency = score.efficiency();
    dScore = score.dScore();
    minMaxRatio = score.minMaxRatio();
    worstThroughputViolation = score.worstThroughputViolation();
    tenants = Collections.unmodifiableList(TenantStatus.of(builder));
    servers = Collections.unmodifiableList(ServerStatus.of(builder.usage));
    problems = Collections.unmodifiableList(new ArrayList<>(builder.problems));
    master = builder.master;
  }

  public String toJson() {
    return GSON.toJson(this);
  }

  /**
   * The status for {@link #read} in few bytes: in one line, and without tenants if there are so
   * many that it would be too long, since a status is a sign of life first of all.
   *
   * @param mostBytes how long it may be
   */
  public byte[] toStore(int mostBytes) {
    byte[] all = ONE_LINE.toJson(this).getBytes(StandardCharsets.UTF_8);
    if (all.length <= mostBytes) {
      return all;
    }
    JsonObject rest = ONE_LINE.toJsonTree(this).getAsJsonObject();
    rest.add("tenants", new JsonArray());
    rest.getAsJsonArray("problems")
        .add(
            tenants.size()
                + " tenants are left out of the stored status, which would have "
                + all.length
                + " bytes: the master's page has them");
    return ONE_LINE.toJson(rest).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a status.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static ClusterStatus read(byte[] json) {
    try {
      ClusterStatus status =
          GSON.fromJson(new String(json, StandardCharsets.UTF_8), ClusterStatus.class);
      if (status == null
          || status.tenants == null
          || status.servers == null
          || status.problems == null
          || status.mode == null
          || status.planReason == null) {
        throw new IllegalArgumentException(
            "status lacks 'mode', 'planReason', 'tenants', 'servers' or 'problems'");
      }
      return status;
    } catch (JsonParseException e) {
      throw new IllegalArgumentException("status cannot be read: " + e.getMessage(), e);
    }
  }

  /** Version of the document that a status is. */
  public int version() {
    return version;
  }

  public long writtenMillis() {
    return writtenMillis;
  }

  public Settings.Mode mode() {
    return mode;
  }

  /** Version of the changed settings that the master works with. */
  public long settingsVersion() {
    return settingsVersion;
  }

  /** Whether changes are to be asked of the master, which lets administrators only. */
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
    return planReason;
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

  /** Least t/b over greatest t/b. */
  public double minMaxRatio() {
    return minMaxRatio;
  }

  public double worstThroughputViolation() {
    return worstThroughputViolation;
  }

  /** In the order of their names. */
  public List<TenantStatus> tenants() {
    return tenants;
  }

  public List<ServerStatus> servers() {
    return servers;
  }

  /** One sentence each; empty if all is well. */
  public List<String> problems() {
    return problems;
  }

  /** {@link MasterSetup#UNKNOWN} if the master does not say. */
  public MasterSetup master() {
    return master == null ? MasterSetup.UNKNOWN : master;
  }

  /** Collects what a status is made of. Not safe for use by several threads. */
  public static final class Builder {
    final long writtenMillis;
    public Settings.Mode mode = Settings.Mode.ENFORCE;
    public long settingsVersion;
    public boolean authorization;
    public double alpha;
    public @Nullable Plan plan;
    public ClusterUsage usage = ClusterUsage.of(Collections.emptyList(), Collections.emptyList());
    public List<TenantModel> models = Collections.emptyList();
    public final List<String> problems = new ArrayList<>();
    public MasterSetup master = MasterSetup.UNKNOWN;

    public Builder(long writtenMillis) {
      this.writtenMillis = writtenMillis;
    }

    public ClusterStatus build() {
      return new ClusterStatus(this);
    }
  }
}
