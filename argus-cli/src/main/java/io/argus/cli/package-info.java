/**
 * The commands behind {@code bin/argus}. One class is one command; picocli parses its options.
 *
 * <p>In: the words of a command line, the {@code hbase-site.xml} of a cluster, and Argus's
 * documents in that cluster's ZooKeeper. Out: text or JSON on standard output, progress and
 * problems on standard error, an exit code, and changes of settings, pinned plans and profiles.
 *
 * <p>Start with {@link io.argus.cli.Argus}, which lists all commands, and {@link
 * io.argus.cli.live.LiveCluster}, by which they work on a running cluster.
 *
 * <p>The packages with commands are {@code observe}, {@code plan}, {@code control}, {@code usage},
 * {@code capacity}, {@code profile} and {@code install}. The others serve them: {@code doctor} and
 * {@code why} find what a command reports, {@code campaign} measures for {@code profile}, {@code
 * live} connects, {@code output} prints.
 *
 * <p>Every command is used by one thread. It may throw: the message then is the only thing that the
 * user sees, and it names what was wrong and what would be right.
 *
 * <p>The module must not import HBase: it works with both generations. What needs HBase's classes
 * runs in a process of its own.
 */
package io.argus.cli;
