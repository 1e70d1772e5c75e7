/** What the bench needs of HBase 2. */
@NullMarked
package io.argus.bench.hbase2;

import org.jspecify.annotations.NullMarked;
