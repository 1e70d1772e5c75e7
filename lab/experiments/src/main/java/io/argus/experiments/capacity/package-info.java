/**
 * The command {@code argus-bench capacity}: how well a master foretells what other numbers of
 * region servers do. Start with {@link io.argus.experiments.capacity.CapacityComparison}.
 */
@NullMarked
package io.argus.experiments.capacity;

import org.jspecify.annotations.NullMarked;
