/**
 * HBase's own IntegrationTestBigLinkedList against a cluster whose region servers are killed
 * meanwhile. Start with {@link io.argus.bench.linkedlist.LinkedListRun}.
 */
@NullMarked
package io.argus.bench.linkedlist;

import org.jspecify.annotations.NullMarked;
