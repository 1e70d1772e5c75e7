package io.argus.cli.doctor;

import java.util.List;

/** Findings on who may change Argus's nodes in ZooKeeper. Stateless. */
final class AccessFindings {
  private AccessFindings() {}

  static List<Finding> of(Evidence evidence) {
    if (evidence.openNodes().isEmpty()) {
      return List.of();
    }
    String open = "anybody who can connect to ZooKeeper can change these nodes, and so the plan";
    return List.of(
        evidence.secured()
            ? Finding.problem(
                "zookeeper-open",
                evidence.openNodes(),
                open
                    + ", although the cluster is secured: let HBase log in to ZooKeeper (SASL), then"
                    + " correct the rights with 'setAcl -R', or delete the nodes and restart the"
                    + " masters")
            : Finding.note(
                "zookeeper-open",
                evidence.openNodes(),
                open + "; the same is true of all of HBase on a cluster without security"));
  }
}
