/**
 * The tables of README and of the page Evidence, made again from the directory that {@code
 * bin/campaign} leaves. Start with {@link io.argus.experiments.evidence.EvidenceCommand}; {@link
 * io.argus.experiments.evidence.Place} has the list of them.
 */
@NullMarked
package io.argus.experiments.evidence;

import org.jspecify.annotations.NullMarked;
