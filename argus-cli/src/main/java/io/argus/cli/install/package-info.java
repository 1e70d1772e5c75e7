/**
 * How Argus gets into HBase: the release lines, the keys of {@code hbase-site.xml} that load Argus,
 * and the command {@code argus install}.
 *
 * <p>Start with {@link io.argus.cli.install.Installation}.
 */
package io.argus.cli.install;
