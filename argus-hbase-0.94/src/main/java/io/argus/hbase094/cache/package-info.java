/**
 * HBase's block cache interface over the partitioned cache: {@link
 * io.argus.hbase094.cache.ArgusBlockCache}.
 */
package io.argus.hbase094.cache;
