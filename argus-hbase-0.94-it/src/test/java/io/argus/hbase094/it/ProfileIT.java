package io.argus.hbase094.it;

import io.argus.contract.ProfileContract;

class ProfileIT extends ProfileContract {
  ProfileIT() {
    super(new HBase094(), false);
  }
}
