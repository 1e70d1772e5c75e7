package io.argus.bench.fault;

import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import java.util.Optional;

/**
 * The versions of Argus and HBase that a rolling restart can exchange for those of the cluster.
 *
 * <p>Immutable.
 *
 * @param earlierArgus with the keys of this one; empty if none is given
 * @param laterHBase empty if none is given
 */
public record OtherVersions(Optional<Plugin> earlierArgus, Optional<HBaseRuntime> laterHBase) {}
