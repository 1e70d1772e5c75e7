/** The commands behind {@code bin/argus}, one class per command. */
@NullMarked
package io.argus.cli;

import org.jspecify.annotations.NullMarked;
