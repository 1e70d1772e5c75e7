/**
 * HBase's RPC scheduler interface over the tenant scheduler: {@link
 * io.argus.hbase2.rpc.ArgusRpcScheduler}.
 */
package io.argus.hbase2.rpc;
