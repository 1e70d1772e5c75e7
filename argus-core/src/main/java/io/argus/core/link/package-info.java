/**
 * Whether the HBase that Argus is loaded into has every member of its own that Argus refers to.
 *
 * <p>Start with {@link io.argus.core.link.Linkage}.
 */
package io.argus.core.link;
