package io.argus.hbase2.it;

class Hadoop3DropInJarIT extends HBase2Contract {
  Hadoop3DropInJarIT() {
    super(3);
  }
}
