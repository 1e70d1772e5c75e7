/** Profiling a running cluster: the client under way and the reservations. */
package io.argus.cli.profile;
