/**
 * Systems of papers that the bench compares with Argus: weighted fair queueing, the credit round
 * robin of the dissertation, A-Cache, and the dissertation's Argus as a whole.
 *
 * <p>In: the calls and blocks of an HBase 2 region server that runs with the entry classes {@link
 * io.argus.rivals.RivalRpcSchedulerFactory} and {@link
 * io.argus.rivals.RivalRegionServerCoprocessor}, or one of them, and the property {@code
 * argus.rivals.policy}; and what the bench says in {@link io.argus.rivals.IsolatedThroughputs}.
 * Out: the same calls, in the order of the policy, and the same blocks, in partitions by the rule.
 *
 * <p>Start with {@link io.argus.rivals.AdmissionPolicy} for calls and {@link
 * io.argus.rivals.CacheRule} for blocks: neither knows HBase. {@link io.argus.rivals.TenantQueues}
 * and {@link io.argus.rivals.TenantLruCaches} carry out what they decide.
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
