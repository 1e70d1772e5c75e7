/**
 * The Argus page in HBase's web UI, and the link to it: {@link io.argus.hbase2.page.ArgusFilter}.
 */
package io.argus.hbase2.page;
