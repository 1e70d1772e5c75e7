/** The client process of one tenant, whatever the HBase generation. */
@NullMarked
package io.argus.bench.load;

import org.jspecify.annotations.NullMarked;
