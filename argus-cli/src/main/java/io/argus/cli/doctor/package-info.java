/**
 * The command {@code doctor}: finds what is wrong with Argus on a cluster, from what its servers
 * report.
 *
 * <p>Start with {@link io.argus.cli.doctor.Diagnosis}; {@link io.argus.cli.doctor.Evidence} is its
 * input, {@link io.argus.cli.doctor.Finding} its output.
 */
package io.argus.cli.doctor;
