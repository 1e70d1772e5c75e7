/** The command {@code argus-bench field}. */
@NullMarked
package io.argus.experiments.field;

import org.jspecify.annotations.NullMarked;
