package io.argus.cli.control;

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
    name = "remove",
    header = "Remove classes or rules.",
    description = "Example: argus tenant class remove 'shop user:etl_*'")
final class TenantClassRemoveCommand implements Callable<Integer> {
  @Mixin private SettingsChange change = new SettingsChange();

  @Parameters(
      arity = "1..*",
      paramLabel = "ENTRY",
      description =
          "TENANT for all of its entries, TENANT:CLASS for the weight and the rules of a class, or the"
              + " conditions of a rule, such as 'shop user:etl'.")
  private List<String> removed = Collections.emptyList();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return change.merge(
        Settings.TENANT_CLASSES,
        text -> {
          RequestClasses classes = Settings.TENANT_CLASSES.parse(text);
          for (String each : removed) {
            classes = classes.without(each);
          }
          return classes.toString();
        });
  }
}
