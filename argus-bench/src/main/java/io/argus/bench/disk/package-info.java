/** The disk under the DataNode and its limits. */
@NullMarked
package io.argus.bench.disk;

import org.jspecify.annotations.NullMarked;
