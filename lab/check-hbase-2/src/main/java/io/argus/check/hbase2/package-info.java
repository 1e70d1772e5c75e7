/** How checking clients work on HBase 2. */
package io.argus.check.hbase2;
