package io.argus.hbase2.it;

class Hadoop2DropInJarIT extends HBase2Contract {
  Hadoop2DropInJarIT() {
    super(2);
  }
}
