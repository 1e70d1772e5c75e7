package io.argus.cli.live;

import com.google.common.collect.ImmutableMap;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Lets ZooKeeper's client use the Kerberos tickets of {@code kinit}, as HBase's own client does.
 * Without tickets it goes on as a user without a name.
 *
 * <p>Immutable.
 */
final class TicketCache extends Configuration {
  /** Names a file with another configuration, which wins. */
  private static final String CONFIGURED = "java.security.auth.login.config";

  private static final String ZOOKEEPERS_CLIENT = "Client";

  private TicketCache() {}

  /** Sets it for this process, unless the user has configured something else. */
  static void useForZooKeeper() {
    if (System.getProperty(CONFIGURED) == null) {
      Configuration.setConfiguration(new TicketCache());
    }
  }

  @Override
  public AppConfigurationEntry @Nullable [] getAppConfigurationEntry(String name) {
    if (!name.equals(ZOOKEEPERS_CLIENT)) {
      return null;
    }
    return new AppConfigurationEntry[] {
      new AppConfigurationEntry(
          "com.sun.security.auth.module.Krb5LoginModule",
          LoginModuleControlFlag.REQUIRED,
          ImmutableMap.of("useTicketCache", "true", "doNotPrompt", "true"))
    };
  }
}
