/**
 * What every part of the bench needs: checks of values, texts that do not depend on the locale, and
 * daemon threads.
 */
@NullMarked
package io.argus.bench.basics;

import org.jspecify.annotations.NullMarked;
