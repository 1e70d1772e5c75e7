package io.argus.rivals.shares;

/**
 * What one server has to share out.
 *
 * @param cacheBytes size of the block cache
 * @param hdfsBytesPerSecond what HDFS sustains; 0 if it is not known yet
 */
public record ServerCapacity(double cacheBytes, double hdfsBytesPerSecond) {}
