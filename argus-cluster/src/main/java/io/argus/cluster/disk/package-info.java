/**
 * The disk under the DataNode and its limit on reads: throttled by the kernel, emulated in the
 * region server, or the machine's own. Start with {@link io.argus.cluster.disk.Disk}.
 */
@NullMarked
package io.argus.cluster.disk;

import org.jspecify.annotations.NullMarked;
