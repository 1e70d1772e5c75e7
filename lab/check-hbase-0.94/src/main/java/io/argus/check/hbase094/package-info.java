/** How checking clients work on HBase 0.94. */
package io.argus.check.hbase094;
