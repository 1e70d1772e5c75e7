/** The metrics of a region server, as every platform publishes them. */
package io.argus.regionserver.metrics;
