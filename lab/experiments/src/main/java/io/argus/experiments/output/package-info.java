/** How experiments print their progress. */
@NullMarked
package io.argus.experiments.output;

import org.jspecify.annotations.NullMarked;
