/**
 * What must hold of a drop-in jar in stock HBase processes of any generation.
 *
 * <p><b>In:</b> a {@link io.argus.contract.Platform}, the port to one generation: its processes and
 * its stock client. <b>Out:</b> the tests of {@link io.argus.contract.DropInJarContract}, which the
 * integration tests of each shim inherit. The module is a test-jar.
 *
 * <p><b>Start with</b> {@link io.argus.contract.DropInJarContract} and {@link
 * io.argus.contract.TestCluster}, the processes with all that shows Argus from outside.
 *
 * <p>The package must not import HBase: it sees a cluster only through {@link
 * io.argus.contract.StockClient}, web pages, documents, logs and the command line.
 */
package io.argus.contract;
