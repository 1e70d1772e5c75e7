package io.argus.hbase2.it;

class Hadoop3DropInJarIT extends DropInJarContract {
  Hadoop3DropInJarIT() {
    super(3);
  }
}
