/** Schedulers that Argus is compared with: policies that know no HBase, and their way into it. */
@NullMarked
package io.argus.rivals;

import org.jspecify.annotations.NullMarked;
