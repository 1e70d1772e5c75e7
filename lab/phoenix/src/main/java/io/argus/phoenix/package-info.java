/**
 * What load clients of the experiments need of Phoenix: the binding {@link
 * io.argus.phoenix.PhoenixDb}, and {@link io.argus.phoenix.PhoenixLoad}, which creates the tables.
 */
@NullMarked
package io.argus.phoenix;

import org.jspecify.annotations.NullMarked;
