/** A slow disk emulated inside a region server, whatever the HBase generation. */
@NullMarked
package io.argus.bench.slowdisk;

import org.jspecify.annotations.NullMarked;
