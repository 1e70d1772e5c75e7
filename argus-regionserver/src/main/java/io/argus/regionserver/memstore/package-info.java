/**
 * The memstores of one region server, divided among the tenants that write. Start with {@link
 * io.argus.regionserver.memstore.Memstores}.
 */
package io.argus.regionserver.memstore;
