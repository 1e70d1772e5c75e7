/**
 * What Argus uses of an HBase server: ZooKeeper, tables, metrics, write counters. Start with {@link
 * io.argus.hbase2.server.ServerNodes}.
 */
package io.argus.hbase2.server;
