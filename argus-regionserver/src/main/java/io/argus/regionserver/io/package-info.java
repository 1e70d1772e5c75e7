/**
 * I/O admission: which tenant's request reads from HDFS next, at what cost, and how much HDFS can
 * do. It knows nothing of handlers but their {@link io.argus.regionserver.io.HandlerSlot}.
 *
 * <p>Start with {@link io.argus.regionserver.io.IoAdmission}, which the block cache calls. {@link
 * io.argus.regionserver.io.IoSchedule} decides, {@link io.argus.regionserver.io.IoWaiters} holds
 * the lock and the waiting threads around it.
 */
package io.argus.regionserver.io;
