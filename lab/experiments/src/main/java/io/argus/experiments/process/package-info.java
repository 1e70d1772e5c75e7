/** Commands that run in a process of their own, because they need HBase on their class path. */
@NullMarked
package io.argus.experiments.process;

import org.jspecify.annotations.NullMarked;
