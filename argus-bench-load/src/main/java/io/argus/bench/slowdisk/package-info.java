/**
 * A slow disk, emulated in a region server of any HBase generation. Start with {@link
 * io.argus.bench.slowdisk.SlowDisk}.
 */
@NullMarked
package io.argus.bench.slowdisk;

import org.jspecify.annotations.NullMarked;
