/**
 * What everyday requests of one tenant do to a neighbour that sends gets, on each system. Start
 * with {@link io.argus.bench.field.FieldRow}, the rows of requests, and {@link
 * io.argus.bench.field.FieldRun}, which measures them.
 */
@NullMarked
package io.argus.bench.field;

import org.jspecify.annotations.NullMarked;
