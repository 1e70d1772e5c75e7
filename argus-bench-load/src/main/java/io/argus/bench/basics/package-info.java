/** What every part of the bench needs: checks of values, and daemon threads. */
@NullMarked
package io.argus.bench.basics;

import org.jspecify.annotations.NullMarked;
