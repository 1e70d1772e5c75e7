/** A real cluster as separate processes. */
@NullMarked
package io.argus.bench.cluster;

import org.jspecify.annotations.NullMarked;
