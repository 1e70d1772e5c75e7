/**
 * The block cache with a partition for each tenant. Start with {@link
 * io.argus.regionserver.cache.PartitionedCache}. A lookup takes no lock. {@link
 * io.argus.regionserver.cache.EvictionOrder} decides which block of a partition goes, {@link
 * io.argus.regionserver.cache.MiniatureCaches} estimates the hits that other shares would bring.
 */
package io.argus.regionserver.cache;
