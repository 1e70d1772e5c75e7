/**
 * The disk under the DataNode and its limit on reads: throttled by the kernel, emulated in the
 * region server, or the machine's own. Start with {@link io.argus.bench.disk.Disk}.
 */
@NullMarked
package io.argus.bench.disk;

import org.jspecify.annotations.NullMarked;
