package io.argus.cli.plan;

import io.argus.cli.live.MasterOption;
import io.argus.core.settings.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A question to the master's model. Reservations are as users type them: {@code TENANT=CACHE/HDFS},
 * or {@code TENANT@SERVER=CACHE/HDFS} for one server.
 *
 * <p>Used by one thread.
 */
final class WhatIfQuestion {
  private final Map<String, String> parameters = new LinkedHashMap<>();

  /**
   * @throws IllegalArgumentException if a reservation lacks a '=', or is there twice
   */
  WhatIfQuestion(List<String> reservations) {
    for (String typed : reservations) {
      int equals = typed.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(
            "'" + typed + "' cannot be read: must be TENANT=CACHE/HDFS, such as alice=0.6/0.5");
      }
      String tenant = typed.substring(0, equals);
      if (parameters.put(tenant, typed.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("'" + tenant + "' is given twice: must be given once");
      }
    }
  }

  /** Predicts with a value of a setting; null for the one in force. */
  WhatIfQuestion with(Setting<?> setting, @Nullable String value) {
    if (value != null) {
      setting.parse(value); // says what is wrong before anybody is asked
      parameters.put(setting.key(), value);
    }
    return this;
  }

  /** Name and query of the master's document. */
  String document() {
    return parameters.entrySet().stream()
        .map(
            each ->
                MasterOption.encoded(each.getKey()) + "=" + MasterOption.encoded(each.getValue()))
        .collect(Collectors.joining("&", "what-if.json?", ""));
  }
}
