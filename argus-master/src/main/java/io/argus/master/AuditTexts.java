package io.argus.master;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.text.Shortened;
import io.argus.master.MasterNode.Operation;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a change differs in, one line for each key of an audit log. Stateless. */
final class AuditTexts {
  private static final String NONE = "(none)";

  private AuditTexts() {}

  /** The entries that a change has added to the log of the settings. */
  static List<String> of(SettingsOverrides before, SettingsOverrides after) {
    return after.log().stream()
        .filter(change -> change.version() > before.version())
        .map(AuditTexts::text)
        .collect(Collectors.toList());
  }

  /** A change that is in the log of the settings. */
  static String text(SettingsOverrides.Change change) {
    String where = change.server().isEmpty() ? "" : ", server=" + change.server();
    String until = change.untilMillis() == 0 ? "" : ", untilMillis=" + change.untilMillis();
    String after = change.after();
    return text(change.key(), change.before(), after == null ? NONE : after)
        + where
        + until
        + (change.reason().isEmpty() ? "" : ", reason=" + Shortened.onOneLine(change.reason()));
  }

  private static String text(String key, String before, String after) {
    return "key=" + key + ", before=" + Shortened.of(before) + ", after=" + Shortened.of(after);
  }

  /** A document that is replaced as a whole. */
  static List<String> of(Operation operation, byte @Nullable [] before, byte[] after) {
    return Collections.singletonList(
        text(
            operation.name().toLowerCase(Locale.ROOT),
            shown(operation, before),
            shown(operation, after)));
  }

  private static String shown(Operation operation, byte @Nullable [] document) {
    if (document == null || document.length == 0) {
      return NONE;
    }
    if (operation != Operation.PIN) {
      return document.length + " bytes";
    }
    try {
      Plan pin = WireFormat.readPlan(document);
      return pin.reservations() + " " + pin.explanation().reason();
    } catch (IllegalArgumentException e) {
      return document.length + " bytes that are no plan";
    }
  }
}
