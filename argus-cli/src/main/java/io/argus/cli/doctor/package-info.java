/** What is wrong with Argus on a cluster, found from what its servers tell. */
package io.argus.cli.doctor;
