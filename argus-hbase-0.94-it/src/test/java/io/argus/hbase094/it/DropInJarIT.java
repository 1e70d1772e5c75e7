package io.argus.hbase094.it;

import io.argus.contract.DropInJarContract;

class DropInJarIT extends DropInJarContract {
  DropInJarIT() {
    super(new HBase094());
  }
}
