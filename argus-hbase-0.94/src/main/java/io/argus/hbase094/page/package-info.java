/**
 * The Argus page in HBase's web UI, and the link to it: {@link io.argus.hbase094.page.PageServlet}.
 */
package io.argus.hbase094.page;
