package io.argus.rivals.shares;

import java.util.Map;

/**
 * A rule that gives every tenant a share of every server.
 *
 * <p>Implementations are pure and immutable.
 */
public interface SharePolicy {

  /**
   * Decides the shares.
   *
   * @return by server, then by tenant; the shares of all tenants of each resource of a server sum
   *     to 1
   */
  Map<String, Map<String, Shares>> shares(ClusterDemand demand);
}
