/**
 * What runs in a cluster: the HBase generations with their class paths, and the jars and properties
 * that are added to them. Start with {@link io.argus.bench.runtime.HBaseRuntime} and {@link
 * io.argus.bench.runtime.Plugin}.
 */
@NullMarked
package io.argus.bench.runtime;

import org.jspecify.annotations.NullMarked;
