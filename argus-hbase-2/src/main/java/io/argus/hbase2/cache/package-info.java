/**
 * HBase's block cache interface over the partitioned cache: {@link
 * io.argus.hbase2.cache.ArgusBlockCache}.
 */
package io.argus.hbase2.cache;
