/**
 * What runs in a cluster: the HBase generations with their class paths, and the jars and properties
 * that are added to them. Start with {@link io.argus.cluster.runtime.HBaseRuntime} and {@link
 * io.argus.cluster.runtime.Plugin}.
 */
@NullMarked
package io.argus.cluster.runtime;

import org.jspecify.annotations.NullMarked;
