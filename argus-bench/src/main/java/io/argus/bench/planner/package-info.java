/** How good the planner's plans are, and how long they take. */
@NullMarked
package io.argus.bench.planner;

import org.jspecify.annotations.NullMarked;
