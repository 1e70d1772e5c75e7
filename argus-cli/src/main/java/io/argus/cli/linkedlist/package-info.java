/** The command {@code argus bench linked-list}. */
@NullMarked
package io.argus.cli.linkedlist;

import org.jspecify.annotations.NullMarked;
