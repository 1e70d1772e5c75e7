/**
 * Processes of one machine that look like hosts of their own to HDFS. Start with {@link
 * io.argus.load.host.HostSocketFactory}.
 */
package io.argus.load.host;
