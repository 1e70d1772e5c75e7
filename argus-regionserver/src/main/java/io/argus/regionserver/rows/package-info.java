/**
 * Cached rows, which answer gets. Start with {@link io.argus.regionserver.rows.RowCache}; when a
 * row may be kept is in {@link io.argus.regionserver.rows.RowStamps}.
 */
package io.argus.regionserver.rows;
