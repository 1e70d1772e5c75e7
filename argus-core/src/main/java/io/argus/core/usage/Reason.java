package io.argus.core.usage;

import io.argus.core.usage.ComponentStatus.State;
import java.util.HashMap;
import java.util.Map;

/**
 * Why a component does not work, or not always, for programs; each with its explanation for
 * operators.
 *
 * <p>Codes are in reports and never change.
 */
public enum Reason {
  /** It works. */
  NONE("", State.ACTIVE, ""),
  /** Exceptions made it leave some requests to HBase. */
  FAULTS("faults", State.ACTIVE, "%1$s"),
  /** The detail is the setting that switches it off. */
  SETTING("setting", State.DISABLED, "%1$s"),
  /** The detail is the setting that switched it off when the server started. */
  NEEDS_RESTART(
      "needs-restart", State.DISABLED, "%1$s, when this server started; to switch it on, restart"),
  /** The detail is the setting that switches it off; what it took the place of does not return. */
  STAYS_UNTIL_RESTART(
      "stays-until-restart",
      State.DISABLED,
      "%1$s; what Argus put in place stays, without effect on shares, until this server restarts"),
  /** Settings that were changed while the server runs could not be taken over. */
  REFUSED_SETTINGS("refused-settings", State.DISABLED, "%1$s"),
  /** The detail is HBase's block cache. */
  OTHER_BLOCK_CACHE(
      "other-block-cache",
      State.UNSUPPORTED,
      "the block cache is %1$s, which Argus cannot partition"),
  /** The detail is the class that the site had configured. */
  REPLACED_REGION_SERVER("replaced-region-server", State.UNSUPPORTED, "%1$s"),
  /** Java or the platform does not offer what it needs. */
  NOT_OFFERED("not-offered", State.UNSUPPORTED, "%2$s: %1$s"),
  /** An exception kept it from working. */
  EXCEPTION("exception", State.FAILED, "%2$s: %1$s"),
  /** This HBase lacks a class, method or field. */
  MISSING_MEMBER("missing-member", State.FAILED, "%2$s: %1$s"),
  /** The detail names the class that is configured, and the right one. */
  SCHEDULER_FACTORY("scheduler-factory", State.FAILED, "%1$s"),
  /** It failed so often that it stopped. */
  GAVE_UP(
      "gave-up",
      State.FAILED,
      "could not choose the next request, all go to HBase until this server restarts: %1$s"),
  BUCKET_CACHE_DISABLED(
      "bucket-cache-disabled",
      State.FAILED,
      "HBase has disabled the BucketCache after I/O errors: see its log"),
  /** The detail names the class of the file system. */
  OTHER_FILE_SYSTEM("other-file-system", State.FAILED, "%1$s: %2$s"),
  /** HDFS reads in threads of its own; the detail is the setting. */
  HEDGED_READS(
      "hedged-reads",
      State.FAILED,
      "%1$s: Argus neither admits nor charges hedged reads; set it to 0 and restart"),
  NO_LOCAL_SWITCH("no-local-switch", State.FAILED, "no local switch: %1$s"),
  /** The shares that a plan has for one server do not reach it. */
  NO_OWN_SHARES("no-own-shares", State.FAILED, "no shares of this server alone: %1$s"),
  UNREADABLE_PLAN("unreadable-plan", State.FAILED, "%1$s"),
  LAST_REPORT_FAILED("last-report-failed", State.FAILED, "the last report failed: %1$s"),
  /** An attribute of a table is no legal name of a tenant. */
  INVALID_TENANT("invalid-tenant", State.FAILED, "%1$s"),
  /** That of a report whose code this version does not know: only the explanation says. */
  UNKNOWN("unknown", State.FAILED, "%1$s");

  private static final Map<String, Reason> BY_CODE = new HashMap<>();

  static {
    for (Reason reason : values()) {
      BY_CODE.put(reason.code, reason);
    }
  }

  private final String code;
  private final State state;
  private final String explanation;

  Reason(String code, State state, String explanation) {
    this.code = code;
    this.state = state;
    this.explanation = explanation;
  }

  /** {@link #UNKNOWN} for a code that this version does not know. */
  static Reason ofCode(String code) {
    return BY_CODE.getOrDefault(code, UNKNOWN);
  }

  public String code() {
    return code;
  }

  /** The state of a component for that reason. */
  public State state() {
    return state;
  }

  /** Explains to operators why a component is in that state. */
  String explain(Component component, String detail) {
    return String.format(explanation, detail, component.without());
  }
}
