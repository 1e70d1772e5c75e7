/**
 * How many servers it takes: the answer of the master, and what real clusters of one to several
 * servers have to say about it.
 */
package io.argus.cli.capacity;
