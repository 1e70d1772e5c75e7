/** HBase's call queue over the tenant scheduler: {@link io.argus.hbase094.rpc.TenantQueue}. */
package io.argus.hbase094.rpc;
