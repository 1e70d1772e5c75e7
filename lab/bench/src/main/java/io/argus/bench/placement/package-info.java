/** What a placement of regions is predicted to bring, beside what it brought. */
@NullMarked
package io.argus.bench.placement;

import org.jspecify.annotations.NullMarked;
