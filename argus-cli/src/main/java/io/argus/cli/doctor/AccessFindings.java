package io.argus.cli.doctor;

/** Findings on who may change Argus's nodes in ZooKeeper. Stateless. */
final class AccessFindings {
  private AccessFindings() {}

  static void add(Evidence evidence, Findings findings) {
    String open = "anybody who can connect to ZooKeeper can change these nodes, and so the plan";
    if (evidence.openNodes().isEmpty()) {
      return;
    }
    if (evidence.secured()) {
      findings.problem(
          "zookeeper-open",
          evidence.openNodes(),
          open
              + ", although the cluster is secured: let HBase log in to ZooKeeper (SASL), then"
              + " correct the rights with 'setAcl -R', or delete the nodes and restart the masters");
    } else {
      findings.note(
          "zookeeper-open",
          evidence.openNodes(),
          open + "; the same is true of all of HBase on a cluster without security");
    }
  }
}
