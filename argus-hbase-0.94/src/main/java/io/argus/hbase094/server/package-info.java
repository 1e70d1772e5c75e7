/** What Argus uses of an HBase server: ZooKeeper, tables, the write-ahead log. */
package io.argus.hbase094.server;
