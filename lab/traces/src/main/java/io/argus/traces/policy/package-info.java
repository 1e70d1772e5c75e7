/**
 * The systems whose hits are counted: Argus's cache, HBase's caches, other replacement policies,
 * and two optima.
 *
 * <p>Start with {@link io.argus.traces.policy.TracedSystem}, which lists them.
 */
@NullMarked
package io.argus.traces.policy;

import org.jspecify.annotations.NullMarked;
