/**
 * Handler admission: which tenant's request gets the next free handler slot of a region server, and
 * the threads that run the requests.
 *
 * <p>Start with {@link io.argus.regionserver.handler.TenantScheduler}, which tells the way of one
 * request. {@link io.argus.regionserver.handler.HandlerSchedule} decides, {@link
 * io.argus.regionserver.handler.HandlerPool} holds the lock and the threads around it.
 */
package io.argus.regionserver.handler;
