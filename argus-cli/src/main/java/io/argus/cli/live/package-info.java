/** The way to a running cluster: Argus's nodes in its ZooKeeper. */
package io.argus.cli.live;
