/** The command {@code argus-bench linked-list}. */
@NullMarked
package io.argus.experiments.linkedlist;

import org.jspecify.annotations.NullMarked;
