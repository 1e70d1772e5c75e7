/**
 * Which block of a partition goes next: several replacement policies behind {@link
 * io.argus.regionserver.cache.eviction.EvictionPolicy}, and in-memory priority above all of them in
 * {@link io.argus.regionserver.cache.eviction.EvictionOrder}. They know nothing of blocks, tenants
 * or locks.
 */
package io.argus.regionserver.cache.eviction;
