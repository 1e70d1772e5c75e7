/**
 * Rules that share out the servers of a cluster among its tenants, to compare Argus's planner with.
 * Start with {@link io.argus.rivals.shares.SharePolicy}.
 *
 * <p>All classes are pure: no clock, no threads, no HBase.
 */
@NullMarked
package io.argus.rivals.shares;

import org.jspecify.annotations.NullMarked;
