package io.argus.master.status;

import io.argus.core.settings.ServerSetup;
import org.jspecify.annotations.Nullable;

/**
 * The active master: its name, the address of its web UI, and how Argus is set up there.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class MasterSetup {
  /** What stands for a master that does not describe itself. */
  public static final MasterSetup UNKNOWN = new MasterSetup("", "", ServerSetup.UNKNOWN);

  private final @Nullable String server;
  private final @Nullable String page;
  private final @Nullable ServerSetup setup;

  private MasterSetup(String server, String page, ServerSetup setup) {
    this.server = server;
    this.page = page;
    this.setup = setup;
  }

  /**
   * @param server its host, port and start code
   * @param page address of its web UI, such as {@code http://host:16010}; empty if it has none
   */
  public static MasterSetup of(String server, String page, ServerSetup setup) {
    return new MasterSetup(server, page, setup);
  }

  /**
   * Returns the address of a web UI.
   *
   * @param scheme such as {@code http://}
   * @param host the server's name
   * @param bindAddress the address that it listens at, empty or a wildcard for all of them
   */
  public static String page(String scheme, String host, String bindAddress, int port) {
    boolean all =
        bindAddress.isEmpty() || bindAddress.equals("0.0.0.0") || bindAddress.equals("::");
    return scheme + (all ? host : bindAddress) + ":" + port;
  }

  public String server() {
    return server == null ? "" : server;
  }

  /** Address of its web UI, empty if it has none. */
  public String page() {
    return page == null ? "" : page;
  }

  public ServerSetup setup() {
    return setup == null ? ServerSetup.UNKNOWN : setup;
  }
}
