package io.argus.hbase2.it;

class Hadoop2DropInJarIT extends DropInJarContract {
  Hadoop2DropInJarIT() {
    super(2);
  }
}
