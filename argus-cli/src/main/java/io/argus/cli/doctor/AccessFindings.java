package io.argus.cli.doctor;

import java.util.List;

/**
 * Findings on who may change Argus's nodes in ZooKeeper.
 *
 * <p>Stateless.
 */
final class AccessFindings {
  private AccessFindings() {}

  static List<Finding> of(Evidence evidence) {
    if (evidence.openNodes().isEmpty()) {
      return List.of();
    }
    String open = "anybody who reaches ZooKeeper can change these nodes, and with them the plan";
    return List.of(
        evidence.secured()
            ? Finding.problem(
                "zookeeper-open",
                evidence.openNodes(),
                open
                    + ", although the cluster tells its users apart: let HBase log in to ZooKeeper"
                    + " (SASL), then mend the rights with 'setAcl -R', or delete the nodes and"
                    + " restart the masters")
            : Finding.note(
                "zookeeper-open",
                evidence.openNodes(),
                open + "; so it is with all of HBase on a cluster without security"));
  }
}
