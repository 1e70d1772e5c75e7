/** Puts the drop-in jar and its keys into an HBase installation, and takes them out again. */
package io.argus.cli.install;
