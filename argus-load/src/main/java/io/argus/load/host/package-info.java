/**
 * Processes of one machine that look like hosts of their own to HDFS. Start with {@link
 * io.argus.load.host.HostSocketFactory}.
 */
@NullMarked
package io.argus.load.host;

import org.jspecify.annotations.NullMarked;
