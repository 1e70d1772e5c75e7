/**
 * What calls and scanners use beyond the limits that rules set, and what happens to them. Start
 * with {@link io.argus.regionserver.runaway.RunawayWatch}.
 */
package io.argus.regionserver.runaway;
