/**
 * The {@code argus.*} keys, their values on one server, and the changes that operators make while
 * the cluster runs. Start with {@link io.argus.core.settings.Settings}, which declares every key.
 */
package io.argus.core.settings;
