/**
 * How operators and region servers call the active master: what it does is in {@link
 * io.argus.hbase2.control.ControlCalls}, who calls it goes through {@link
 * io.argus.hbase2.control.ControlChannel}.
 *
 * <p>HBase 2 takes endpoints on plain protobuf, HBase 3 on the protobuf that it shades. Only {@link
 * io.argus.hbase2.control.UnshadedControlService} refers to the former, and it is loaded only where
 * the master takes it: HBase 3 may run without plain protobuf. The bytes on the wire are the same.
 */
package io.argus.hbase2.control;
