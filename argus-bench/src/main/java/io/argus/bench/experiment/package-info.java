/** The interference experiment and its report. */
@NullMarked
package io.argus.bench.experiment;

import org.jspecify.annotations.NullMarked;
