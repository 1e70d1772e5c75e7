/**
 * Handler admission: which tenant's request gets the next free handler slot of a region server, and
 * the threads that run the requests.
 *
 * <p>Start with {@link io.argus.regionserver.admission.TenantScheduler}, which tells the way of one
 * request. {@link io.argus.regionserver.admission.AdmissionSchedule} decides, {@link
 * io.argus.regionserver.admission.HandlerPool} holds the lock and the threads around it.
 */
package io.argus.regionserver.admission;
