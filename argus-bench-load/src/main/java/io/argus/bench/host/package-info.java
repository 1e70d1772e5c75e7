/**
 * Processes of one machine that look like hosts of their own to HDFS. Start with {@link
 * io.argus.bench.host.HostSocketFactory}.
 */
@NullMarked
package io.argus.bench.host;

import org.jspecify.annotations.NullMarked;
