/**
 * A slow disk, emulated in a region server of any HBase generation. Start with {@link
 * io.argus.load.slowdisk.SlowDisk}.
 */
package io.argus.load.slowdisk;
