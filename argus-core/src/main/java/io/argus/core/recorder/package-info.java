/**
 * History in files that outlives the servers: immutable segments that writers seal by a rename,
 * their merges by time, and readers that need nothing but the files. Start with {@link
 * io.argus.core.recorder.Recorder}.
 */
package io.argus.core.recorder;
