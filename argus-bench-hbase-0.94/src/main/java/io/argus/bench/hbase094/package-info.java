/** What the bench needs of HBase 0.94. */
@NullMarked
package io.argus.bench.hbase094;

import org.jspecify.annotations.NullMarked;
