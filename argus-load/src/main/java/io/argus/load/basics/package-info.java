/** What every load client needs: checks of values, and daemon threads. */
@NullMarked
package io.argus.load.basics;

import org.jspecify.annotations.NullMarked;
