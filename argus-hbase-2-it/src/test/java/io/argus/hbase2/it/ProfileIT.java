package io.argus.hbase2.it;

import io.argus.contract.ProfileContract;

class ProfileIT extends ProfileContract {
  ProfileIT() {
    super(HBase2.onHadoop(2), true);
  }
}
