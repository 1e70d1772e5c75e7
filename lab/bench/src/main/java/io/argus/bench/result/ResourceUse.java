package io.argus.bench.result;

import java.util.List;

/**
 * What a tenant used in each second of a mix, its ramp included, as the servers reported it last.
 * Empty where they do not say.
 *
 * @param hdfsBytesPerSecond read from HDFS
 * @param cacheBytes in the block cache
 */
public record ResourceUse(List<Long> hdfsBytesPerSecond, List<Long> cacheBytes) {
  /** Of a tenant of which the servers do not say anything. */
  static final ResourceUse UNKNOWN = new ResourceUse(List.of(), List.of());

  public ResourceUse {
    hdfsBytesPerSecond = List.copyOf(hdfsBytesPerSecond);
    cacheBytes = List.copyOf(cacheBytes);
  }
}
