/**
 * The usage report that this server sends to the planner once a period. Start with {@link
 * io.argus.regionserver.report.ServerReports}.
 */
package io.argus.regionserver.report;
