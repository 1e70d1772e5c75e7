package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.RequestClasses;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "set",
    header = "Set weights of classes, and add or change rules.",
    description = {
      "A rule with the same conditions as an existing one replaces it; others go to the end. A"
          + " class without a weight has the weight 1.",
      "Example: argus tenant class set shop:default=9 shop:batch=1 'shop user:etl_*=batch' 'shop"
          + " kind:scan=batch' 'shop attribute:app:report_*=batch' 'shop kind:scan cpu-ms:50=batch'"
    })
final class TenantClassSetCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "1..*",
      paramLabel = "ENTRY",
      description =
          "TENANT:CLASS=WEIGHT, or 'TENANT user:NAME=CLASS', also with group:NAME, kind:NAME (get,"
              + " multi, scan, write, other) and attribute:NAME:VALUE of the request or its"
              + " connection; '*' at the end stands for any. With handler-ms:N, cpu-ms:N or"
              + " block-bytes:N (from HDFS or the cache), for requests that are like others (kind,"
              + " user, table) whose mean is above that, until it is below half.")
  private List<String> added = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    RequestClasses wanted = Settings.TENANT_CLASSES.parse(String.join(",", added));
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("give an entry such as shop:batch=1");
    }
    if (wanted.rules().stream().anyMatch(RequestClasses.Rule::isOnCaller)) {
      requireCallers();
    }
    return change.merge(
        Settings.TENANT_CLASSES,
        text -> {
          RequestClasses merged = Settings.TENANT_CLASSES.parse(text).with(wanted);
          TenantClassListCommand.notes(merged, Collections.emptyList())
              .forEach(
                  (entry, note) -> {
                    if (!note.isEmpty()) {
                      System.err.println("argus: " + entry + ": " + note);
                    }
                  });
          return merged.toString();
        });
  }

  private void requireCallers() throws IOException, InterruptedException {
    try (LiveCluster live = change.cluster().connect()) {
      RuleNotes.requireHBase2(
          live,
          "calls of HBase 0.94 carry neither user nor attribute",
          "rules on kind: and costs work");
    }
  }
}
