/**
 * Schedulers that the bench compares with Argus: weighted fair queueing and the credit round robin
 * of the dissertation.
 *
 * <p>In: the calls of an HBase 2 region server that runs with the entry class {@link
 * io.argus.rivals.RivalRpcSchedulerFactory} and the property {@code argus.rivals.policy}. Out: the
 * same calls, in the order of the policy.
 *
 * <p>Start with {@link io.argus.rivals.AdmissionPolicy}: a policy is pure and knows no HBase.
 * {@link io.argus.rivals.TenantQueues} runs it with handler threads, and {@code RivalRpcScheduler}
 * connects both to HBase.
 *
 * <p>{@link io.argus.rivals.shares.SharePolicy} begins another part: rules that share out servers,
 * which the bench pins in place of Argus's planner.
 *
 * <p>The module must not import any other module of Argus, because its jar replaces that of Argus
 * in the region server. It is for the bench only.
 */
@NullMarked
package io.argus.rivals;

import org.jspecify.annotations.NullMarked;
